import { z } from 'zod'
import { ticket } from '../../contract/fields'
import { sentCode } from '../codes/sent-code.server'
import { defineFlow } from './define-flow.server'

/** Proof that the old address is still the person's; `old` is masked. */
const proven = z.object({ old: z.string(), ticket })

/** A change of email: prove the old one, name the new one, prove the new one. */
export const rebindEmail = defineFlow({
  name: 'rebind-email',
  minutes: 15,
  start: '/settings/email/change',
  done: { path: '/settings/email', notice: 'email_changed' },
  steps: {
    old: { path: '/settings/email/change/old', schema: z.object({ email: sentCode }) },
    new: { path: '/settings/email/change/new', schema: proven, backFrom: ['confirm'] },
    confirm: { path: '/settings/email/change/confirm', schema: proven.extend({ email: sentCode }) },
  },
})
