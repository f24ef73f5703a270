import { z } from 'zod'
import { ticket } from '../../contract/fields'
import { forEachKind } from '../addresses/address-kind'
import { sentCode } from '../codes/sent-code.server'
import { defineFlow } from './define-flow.server'

const starts = { mobile: '/account-help/activate', email: '/account-help/activate/email' }

/**
 * Activates the account that an organisation created for an address. At `existing` the person may sign in to the account
 * that has the address.
 */
export const activateAccount = forEachKind((kind) =>
  defineFlow({
    name: `activate-${kind}`,
    minutes: 15,
    start: starts[kind],
    done: { path: '/settings/organisations', notice: 'account_activated' },
    signsIn: true,
    steps: {
      code: { path: `${starts[kind]}/code`, schema: z.object({ code: sentCode }) },
      existing: { path: `${starts[kind]}/existing`, schema: z.object({ to: z.string(), ticket }) },
    },
  }),
)
