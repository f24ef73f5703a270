import { z } from 'zod'
import { ticket } from '#contract/terms/fields'
import { forEachKind } from '~/features/addresses/address-kind'
import { sentCode } from '~/features/codes/sent-code.server'
import { defineFlow } from '~/flows/define-flow.server'

const starts = { mobile: '/login/register', email: '/login/register/email' }

/** Registers with one address. At `existing` the person may sign in to the account that has the address. */
export const registerAddress = forEachKind((kind) =>
  defineFlow({
    name: `register-${kind}`,
    minutes: 15,
    start: starts[kind],
    done: '/settings',
    signsIn: true,
    steps: {
      code: { path: `${starts[kind]}/code`, schema: z.object({ code: sentCode }) },
      existing: { path: `${starts[kind]}/existing`, schema: z.object({ to: z.string(), ticket }) },
    },
  }),
)

/** Registers with a mobile and an email, each proven by its own code. */
export const registerBoth = defineFlow({
  name: 'register-both',
  minutes: 15,
  start: '/login/register/both',
  done: '/settings',
  signsIn: true,
  steps: {
    code: { path: '/login/register/both/code', schema: z.object({ mobile: sentCode, email: sentCode }) },
  },
})
