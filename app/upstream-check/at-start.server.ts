import type { Logger } from 'pino'
import { env } from '~/runtime/env.server'
import { upstream } from '~/runtime/upstream.server'
import { judge } from './judge'
import { probe } from './probe'

/** Logs each flow that cannot work with an account API that has its own paths. It makes only harmless calls. */
export const logClosedFlows = async (log: Logger): Promise<void> => {
  const { accountApi, variantAt } = env()
  if (!accountApi.paths) return
  const found = await probe({ upstream: upstream(), variant: variantAt(''), asksForRefusals: false })
  for (const flow of judge(found).flows)
    if (flow.state === 'closed') {
      const { name, lacks, pages } = flow
      log.warn({ flow: name, lacks, pages }, 'a flow is closed, because the account API lacks its calls')
    }
}
