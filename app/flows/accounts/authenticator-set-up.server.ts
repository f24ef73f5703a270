import { z } from 'zod'
import { ticket } from '#contract/terms/fields'
import { defineFlow } from '~/flows/define-flow.server'

const page = '/settings/authenticator'

/** Sets an authenticator app up: shows its secret until a code proves it, then the recovery codes. */
export const authenticatorSetUp = defineFlow({
  name: 'authenticator-set-up',
  minutes: 15,
  start: page,
  done: page,
  steps: {
    scan: {
      path: `${page}/set-up`,
      /** `asks`: sign-ins require it from its first code on. */
      schema: z.object({ ticket, secret: z.string(), uri: z.string(), asks: z.boolean().default(false) }),
    },
    codes: {
      path: `${page}/codes`,
      /** `app`: whether the new app is required at sign-ins, or not yet. Without it, the codes replace earlier ones. */
      schema: z.object({ codes: z.array(z.string()), app: z.enum(['asked', 'not_asked']).optional() }),
    },
  },
})
