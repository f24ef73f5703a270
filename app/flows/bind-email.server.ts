import { z } from 'zod'
import { ticket } from '../../contract/fields'
import { sentCode } from '../codes/sent-code.server'
import { defineFlow } from './define-flow.server'

/** Binding an email, or proving one that is not confirmed yet; one that another account holds can be moved from there. */
export const bindEmail = defineFlow({
  name: 'bind-email',
  minutes: 15,
  start: '/settings/email',
  done: { path: '/settings/email', notice: 'email_bound' },
  steps: {
    code: { path: '/settings/email/bind', schema: z.object({ email: sentCode }) },
    switch: { path: '/settings/email/switch', schema: z.object({ email: z.string(), ticket }) },
  },
})
