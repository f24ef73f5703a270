import { done, refuse } from '../../../contract/server'
import { secondsUntil } from '../../kernel/time'
import type { Handling } from '../call-context'
import { exportData } from './export'

export const exportHandlers = {
  exportData: async (_input, { service, account, from }) => {
    const exported = await exportData(service, { account, from })
    if (!exported.ok) return refuse('too_many_requests', { retry_after: secondsUntil(service.setting, exported.until) })
    return done({ exported_at: new Date(exported.at).toISOString(), data: exported.data })
  },
} satisfies Handling
