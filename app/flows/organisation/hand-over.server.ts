import { z } from 'zod'
import { identityId, transferId } from '#contract/organisations/organisation-fields'
import { ticket } from '#contract/terms/fields'
import { addressKinds } from '~/features/addresses/address-kind'
import { sentCode } from '~/features/codes/sent-code.server'
import { defineFlow } from '~/flows/define-flow.server'

const page = '/settings/organisations/$subject/manager'
const sent = { way: z.enum(addressKinds), code: sentCode }

/**
 * Hands an organisation over: the manager proves themselves and chooses a member; the member proves themselves. Where the
 * account API has no transfers that wait (spec section 4, "Manager transfer"), the member proves themselves to the
 * manager, who types their code.
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
