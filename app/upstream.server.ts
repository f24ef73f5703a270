import type { Upstream } from '../contract/client'
import { SteadyClock } from '../contract/steady-clock'
import { sendByHttp } from './connections.server'
import { env } from './env.server'

/** One clock for all calls of this process. */
const clock = new SteadyClock()

/** The account API of this deployment, and how calls to it are signed and sent. */
export const upstream = (): Upstream => {
  const { accountApi } = env()
  return {
    baseUrl: accountApi.url,
    application: { aid: accountApi.aid, key: accountApi.key() },
    ...(accountApi.paths && { paths: accountApi.paths }),
    logIdHeader: accountApi.logIdHeader,
    send: sendByHttp,
    clock,
  }
}
