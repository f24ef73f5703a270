import { z } from 'zod'
import { ticket } from '#contract/terms/fields'
import { addressKinds } from '~/features/addresses/address-kind'
import { sentCode } from '~/features/codes/sent-code.server'
import { defineFlow } from '~/flows/define-flow.server'

const start = '/login/register/organisation'

/** The organisation and its manager's name as entered, and the address that the manager registers with. */
const named = z.object({ subject_name: z.string(), deputy_name: z.string(), by: z.enum(addressKinds) })
const withCode = named.extend({ code: sentCode })
const withAccount = named.extend({ to: z.string(), ticket })

/**
 * Registers with one address, and creates an organisation with the account. It ends at the page of the organisation. At
 * `existing` the person may sign in to the account that has the address, and create the organisation there. One flow
 * has the steps of both kinds of address, because each of its pages would get all of its cookies.
 */
export const registerOrganisation = defineFlow({
  name: 'register-organisation',
  minutes: 15,
  start,
  done: '/settings/organisations/new',
  signsIn: true,
  steps: {
    mobile: { path: `${start}/mobile`, schema: named, backFrom: ['mobile_code'] },
    mobile_code: { path: `${start}/mobile/code`, schema: withCode },
    mobile_existing: { path: `${start}/mobile/existing`, schema: withAccount },
    email: { path: `${start}/email`, schema: named, backFrom: ['email_code'] },
    email_code: { path: `${start}/email/code`, schema: withCode },
    email_existing: { path: `${start}/email/existing`, schema: withAccount },
  },
})
