import type { Handling } from '#account-api/closing/call-context'
import { secondsUntil } from '#account-api/kernel/time'
import { done, refuse } from '#contract/server'
import { exportData } from './export'

export const exportHandlers = {
  exportData: async (_input, { service, account, from }) => {
    const exported = await exportData(service, { account, from })
    if (!exported.ok)
      return refuse('too_many_requests', { retry_after: secondsUntil(service.deployment, exported.until) })
    return done({ exported_at: new Date(exported.at).toISOString(), data: exported.data })
  },
} satisfies Handling
