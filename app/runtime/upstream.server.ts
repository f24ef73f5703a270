import { type Client, createClient } from '#contract/client'
import { CookieJar } from '#contract/wire/cookie-jar'
import type { Caller, Send, SendHere, Upstream } from '#contract/wire/exchange'
import { SteadyClock } from '#contract/wire/steady-clock'
import { sendByHttp } from './connections.server'
import { env } from './env.server'

/** One clock for all calls of this process. */
const clock = new SteadyClock()

/** The account API in this process: its calls, and the protocol of open authorisation at its paths. */
let here: { send: SendHere; protocol: Send } | undefined

export const callHere = (api: typeof here): void => {
  here = api
}

/** The account API of this deployment, and how calls to it are signed and sent. */
export const upstream = (): Upstream & { send: Send; protocolHere: Send | undefined } => {
  const { accountApi } = env()
  return {
    baseUrl: accountApi.url,
    application: { aid: accountApi.aid, key: accountApi.key() },
    ...(accountApi.paths && { paths: accountApi.paths }),
    logIdHeader: accountApi.logIdHeader,
    names: accountApi.names,
    send: sendByHttp,
    // Only another account API has its own paths.
    sendHere: accountApi.paths ? undefined : here?.send,
    protocolHere: here?.protocol,
    clock,
  }
}

/** Longer than any call without a password takes. */
const timeoutMs = 2000

/**
 * The account API for this process itself, without a session.
 * @param userAgent describes its use
 */
export const clientOfNobody = (userAgent: string, more: Pick<Caller, 'logId' | 'left'> = {}): Client =>
  createClient(
    { ...upstream(), timeoutMs },
    {
      variant: env().variantAt(''),
      jar: new CookieJar(),
      language: 'en',
      clientAddress: '127.0.0.1',
      userAgent,
      ...more,
    },
  )
