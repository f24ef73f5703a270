import { z } from 'zod'
import { identityId, transferId } from '#contract/organisations/organisation-fields'
import { ticket } from '#contract/terms/fields'
import { addressKinds } from '~/features/addresses/address-kind'
import { sentCode } from '~/features/codes/sent-code.server'
import { defineFlow } from '~/flows/define-flow.server'

const page = '/settings/organisations/$subject/manager'
const sent = { way: z.enum(addressKinds), code: sentCode }

/**
 * Hands an organisation over: the manager is proven and chooses a member, and the member is proven. If the account API
 * has no pending transfers (spec section 4, "Manager transfer"), the manager types the member's code.
 */
export const handOver = defineFlow({
  name: 'hand-over',
  minutes: 15,
  start: page,
  done: { path: page, notice: 'transfer_started' },
  steps: {
    verify: { path: `${page}/verify`, schema: z.object(sent) },
    choose: { path: `${page}/choose`, schema: z.object({ ticket }), backFrom: ['newManager'] },
    newManager: {
      path: `${page}/new-manager`,
      schema: z.object({ ...sent, ticket, identity_id: identityId, name: z.string() }),
    },
    accept: { path: `${page}/accept`, schema: z.object({ ...sent, transfer_id: transferId }) },
  },
})
