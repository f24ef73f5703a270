import { z } from 'zod'
import { ticket } from '../../../contract/terms/fields'
import { defineFlow } from '../define-flow.server'

const page = '/settings/authenticator'

/** Sets an authenticator app up: its secret is shown until a code proves it, then the recovery codes are. */
export const authenticatorSetUp = defineFlow({
  name: 'authenticator-set-up',
  minutes: 15,
  start: page,
  done: page,
  steps: {
    scan: {
      path: `${page}/set-up`,
      /** `asks`: sign-ins ask for it from its first code on. */
      schema: z.object({ ticket, secret: z.string(), uri: z.string(), asks: z.boolean().default(false) }),
    },
    codes: {
      path: `${page}/codes`,
      /** `offersAsking`: the app is new, and no sign-in asks for it yet. */
      schema: z.object({ codes: z.array(z.string()), offersAsking: z.boolean().optional() }),
    },
  },
})
