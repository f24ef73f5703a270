import { z } from 'zod'
import { ticket } from '#contract/terms/fields'
import { forEachKind } from '~/features/addresses/address-kind'
import { sentCode } from '~/features/codes/sent-code.server'
import { defineFlow } from '~/flows/define-flow.server'

const channels = { mobile: 'sms', email: 'email' }

/**
 * Signs in with a code. At `create`, which only a mobile reaches, the person of an address without an account may
 * create one.
 */
export const codeSignIn = forEachKind((kind) =>
  defineFlow({
    name: `${channels[kind]}-sign-in`,
    minutes: 15,
    start: `/login/${channels[kind]}`,
    done: '/settings',
    signsIn: true,
    steps: {
      code: { path: `/login/${channels[kind]}/code`, schema: z.object({ code: sentCode }) },
      create: {
        path: `/login/${channels[kind]}/create`,
        schema: z.object({ mobile: z.string(), ticket, remember: z.literal('1').optional() }),
      },
    },
  }),
)
