import { z } from 'zod'
import { ticket } from '../../contract/fields'
import { sentCode } from '../codes/sent-code.server'
import { defineFlow } from './define-flow.server'

/** Binding a first mobile; one that another account holds can be moved from there. */
export const bindMobile = defineFlow({
  name: 'bind-mobile',
  minutes: 15,
  start: '/settings/mobile',
  done: { path: '/settings/mobile', notice: 'mobile_bound' },
  steps: {
    code: { path: '/settings/mobile/bind', schema: z.object({ mobile: sentCode }) },
    switch: { path: '/settings/mobile/switch', schema: z.object({ mobile: z.string(), ticket }) },
  },
})
