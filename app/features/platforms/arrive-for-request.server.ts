import { z } from 'zod'
import { askedRequest } from '~/features/authorisation/asked-request.server'
import { requestPath } from '~/features/authorisation/request-path'
import { goOnProven, isOfRequest, pageOfRequest, wishOf } from '~/features/authorisation/way.server'
import { askToRestore } from '~/features/sign-in/ask-to-restore.server'
import { bindLogin } from '~/flows/sign-in/bind-login.server'
import { redirectTo } from '~/navigation/redirect.server'
import { api } from '~/runtime/api.server'
import type { Args } from '~/runtime/load-context'
import { sealedCookie } from '~/session/sealed-cookie.server'
import { visitor } from '~/session/visitor.server'
import type { Returned } from './visit.server'
import type { VisitFor } from './visit-for'

/** The result of a visit to a provider, for one request, in one browser. */
const arrivedCookie = (path: string) =>
  sealedCookie({
    name: 'butterfly_arrived',
    purpose: 'third-party visit for a request',
    minutes: 2,
    path,
    schema: z.object({
      uid: z.string(),
      browserId: z.string(),
      staysSignedIn: z.boolean(),
      proof: z.object({
        platform: z.string(),
        code: z.string(),
        nonce: z.string(),
        code_verifier: z.string(),
        redirect_uri: z.string(),
      }),
    }),
  })

/**
 * Redirects a visit for a request to a page below the page of the request, because the address that the provider knows
 * does not get the cookie that binds the request to its browser.
 */
export const arriveForRequest = async (
  args: Args,
  { uid, staysSignedIn }: VisitFor,
  { visit, code, cookies }: Returned,
): Promise<Response> => {
  const { browserId = '' } = await visitor(args)
  const { platform, nonce, codeVerifier: code_verifier, redirectUri: redirect_uri } = visit
  const proof = { platform, code, nonce, code_verifier, redirect_uri }
  const path = requestPath(uid)
  const kept = await arrivedCookie(path).write({ uid, browserId, staysSignedIn, proof })
  return redirectTo(args, `${path}/arrived`, { cookies: [...cookies, kept] })
}

const readArrived = async (args: Args, path: string) => {
  const arrived = await arrivedCookie(path).read(args.request)
  const { browserId } = await visitor(args)
  return arrived && arrived.browserId === browserId && arrived.uid === args.params.request ? arrived : undefined
}

/**
 * The end of such a visit, which brings back one code: the person continues with the request, or returns to the choice
 * of proofs.
 */
export const proveByVisit = async (args: Args): Promise<Response> => {
  const path = pageOfRequest(args)
  const cookies = [arrivedCookie(path).clear()]
  const arrived = await readArrived(args, path)
  if (!arrived) return redirectTo(args, path, { cookies })
  const { openThirdPartyAuth } = await api(args)
  const wish = await wishOf(args, arrived.staysSignedIn)
  const answer = await openThirdPartyAuth({ ...(await askedRequest(args)), ...arrived.proof, ...wish })
  if (answer.ok) return goOnProven(args, answer.data, cookies)
  const from = { next: path, cookies }
  switch (answer.code) {
    case 'not_bound': {
      const { profile_key: profileKey, ...identity } = answer.data
      return bindLogin.beginAfter(args, 'account', { profileKey, ...identity }, from)
    }
    case 'account_cancelled':
      return askToRestore(args, answer.data, { from })
    default:
      return redirectTo(args, isOfRequest(answer.code) ? path : { path, notice: noticeOf(answer.code) }, { cookies })
  }
}

const noticeOf = (code: string) => {
  if (code === 'platform_unreachable' || code === 'account_frozen') return code
  return code === 'not_proven_there' ? 'platform_not_fresh' : 'platform_visit_over'
}
