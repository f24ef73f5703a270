import type { Handlers } from '../../../contract/server'
import { done, refuse } from '../../../contract/server'
import type { CallContext, MemberContext, UserContext } from '../../calls/context'
import { secondsUntil } from '../../kernel/setting'
import { findReturnAddress, keepReturnAddress } from './return-address'

type ReturnAddressCalls = 'keepReturnAddress' | 'returnAddress'

export const returnAddressHandlers: Pick<Handlers<CallContext, UserContext, MemberContext>, ReturnAddressCalls> = {
  keepReturnAddress: async (input, { service, clientAddress }) => {
    const kept = await keepReturnAddress(service, { address: input.address, clientAddress })
    if (!kept.ok) return refuse('too_many_requests', { retry_after: secondsUntil(service.setting, kept.until) })
    return done({ handle: kept.handle })
  },

  returnAddress: async (input, { service }) =>
    done({ address: (await findReturnAddress(service, input.handle)) ?? null }),
}
