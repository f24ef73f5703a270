import type { IncomingMessage } from 'node:http'
import type Provider from 'oidc-provider'
import type { Context, Session } from 'oidc-provider'
import { z } from 'zod'
import type { SessionRecord } from '#account-api/accounts/sessions/session-record'
import { recordHash } from '#account-api/applications/grants/protocol-store'
import type { Service } from '#account-api/applications/service'

/** Our session for each request of a browser, found before the protocol's library sees the request. */
export type OurSessions = WeakMap<IncomingMessage, SessionRecord>

const answered = z.object({
  login: z.object({ accountId: z.string(), ts: z.number() }),
  session: z.string().optional(),
})

/**
 * Gives the protocol's library sessions that represent those of the account API: with the same person and time of
 * proof, found by their id, and ended with them. The library's own cookie is not used. If a request was answered, its
 * session is the one of the answer, even if another person is signed in at the browser by now. A person who was proven
 * for this request only has a separate session.
 */
export const standInForOurs = (provider: Provider, ours: OurSessions, { storage }: Service): void => {
  const { Session } = provider

  const standingFor = async ({ id, accountId, provenAt }: { id: string; accountId: string; provenAt: number }) => {
    const loginTs = Math.floor(provenAt / 1000)
    const known = await Session.findByUid(id)
    if (known?.accountId !== accountId) return new Session({ uid: id, accountId, loginTs })
    return Object.assign(known, { loginTs })
  }

  /** The answer of the request with which a browser returns. */
  const answerOf = async (context: Context) => {
    if (!['resume', 'device_resume'].includes(context.oidc.route)) return undefined
    const uid = context.path.slice(context.path.lastIndexOf('/') + 1)
    return answered.safeParse((await storage.protocol.find(recordHash('Interaction', uid)))?.payload.result).data
  }

  const find = async (context: Context): Promise<Session> => {
    const answer = await answerOf(context)
    if (!answer) {
      // The library would store notes for its own pages, but ours are shown instead.
      if (['end_session', 'device_resume'].includes(context.oidc.route))
        return Object.assign(new Session(), { destroyed: true })
      const own = ours.get(context.req)
      return own ? standingFor(own) : new Session()
    }
    const { login, session } = answer
    // The answer records when the person was proven, and for whom. An ended session is not stored again.
    if (session === undefined) return new Session()
    return standingFor({ id: session, accountId: login.accountId, provenAt: login.ts * 1000 })
  }

  Session.get = async (context) => {
    const session = await find(context)
    context.oidc.entity('Session', session)
    return session
  }
}
