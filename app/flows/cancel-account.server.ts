import { z } from 'zod'
import { ticket } from '../../contract/fields'
import { sentCode } from '../codes/sent-code.server'
import { defineFlow } from './define-flow.server'

/** Cancelling one's account: proving who one is by one of two ways, and the last question. `key` is of that proof. */
export const cancelAccount = defineFlow({
  name: 'cancel-account',
  minutes: 15,
  start: '/settings/cancel',
  done: '/settings',
  steps: {
    code: {
      path: '/settings/cancel/verify',
      schema: z.object({ key: ticket, way: z.enum(['mobile', 'email']), code: sentCode }),
    },
    password: { path: '/settings/cancel/password', schema: z.object({ key: ticket }) },
    confirm: { path: '/settings/cancel/confirm', schema: z.object({ ticket }) },
  },
})
