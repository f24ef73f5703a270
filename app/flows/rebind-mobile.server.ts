import { z } from 'zod'
import { ticket } from '../../contract/fields'
import { sentCode } from '../codes/sent-code.server'
import { defineFlow } from './define-flow.server'

/** Proof that the old mobile is still the person's; `old` is masked. */
const proven = z.object({ old: z.string(), ticket })

/** A change of mobile: prove the old one, name the new one, prove the new one. */
export const rebindMobile = defineFlow({
  name: 'rebind-mobile',
  minutes: 15,
  start: '/settings/mobile/change',
  done: { path: '/settings/mobile', notice: 'mobile_changed' },
  steps: {
    old: { path: '/settings/mobile/change/old', schema: z.object({ mobile: sentCode }) },
    new: { path: '/settings/mobile/change/new', schema: proven, backFrom: ['confirm'] },
    confirm: { path: '/settings/mobile/change/confirm', schema: proven.extend({ mobile: sentCode }) },
  },
})
