import type { Handlers } from '../../../contract/server'
import { done, refuse } from '../../../contract/server'
import type { CallContext, MemberContext, UserContext } from '../../calls/context'
import { secondsUntil } from '../../kernel/setting'
import { exportData } from './export'

export const exportHandlers: Pick<Handlers<CallContext, UserContext, MemberContext>, 'exportData'> = {
  exportData: async (_input, { service, account, from }) => {
    const exported = await exportData(service, { account, from })
    if (!exported.ok) return refuse('too_many_requests', { retry_after: secondsUntil(service.setting, exported.until) })
    return done({ exported_at: new Date(exported.at).toISOString(), data: exported.data })
  },
}
