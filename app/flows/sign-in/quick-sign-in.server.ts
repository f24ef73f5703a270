import { z } from 'zod'
import { sentCode } from '~/features/codes/sent-code.server'
import { defineFlow } from '~/flows/define-flow.server'

/** Signs in to an account that this device remembers, if that needs a code. */
export const quickSignIn = defineFlow({
  name: 'quick-sign-in',
  minutes: 15,
  start: '/login/quick',
  done: '/settings',
  signsIn: true,
  steps: {
    code: {
      path: '/login/quick/code',
      schema: z.object({ account: z.string(), by: z.enum(['mobile', 'email']), code: sentCode }),
    },
  },
})
