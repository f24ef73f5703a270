import { z } from 'zod'
import { ticket } from '../../contract/fields'
import { forEachKind } from '../addresses/address-kind'
import { sentCode } from '../codes/sent-code.server'
import { defineFlow } from './define-flow.server'

const start = '/login/register/organisation'

/** The organisation as it was named. */
const named = z.object({ subject_name: z.string() })

/**
 * Registers with one address, and creates an organisation with the account. It ends at the page of the organisation. At
 * `existing` the person may sign in to the account that has the address, and create the organisation there.
 */
export const registerOrganisation = forEachKind((kind) =>
  defineFlow({
    name: `register-organisation-${kind}`,
    minutes: 15,
    start,
    done: '/settings/organisations/new',
    signsIn: true,
    steps: {
      address: { path: `${start}/${kind}`, schema: named, backFrom: ['code'] },
      code: { path: `${start}/${kind}/code`, schema: named.extend({ code: sentCode }) },
      existing: { path: `${start}/${kind}/existing`, schema: named.extend({ to: z.string(), ticket }) },
    },
  }),
)
