import { z } from 'zod'
import { sentCode } from '~/features/codes/sent-code.server'
import { defineFlow } from '~/flows/define-flow.server'

/** Proves a person by an SMS code, for one request of an application. */
export const openSms = defineFlow({
  name: 'open-sms',
  minutes: 15,
  start: '/login/authorize/$request/sms',
  done: '/login/authorize/$request',
  steps: {
    code: { path: '/login/authorize/$request/sms/code', schema: z.object({ code: sentCode }) },
  },
})
