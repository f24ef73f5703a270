import { timingSafeEqual } from 'node:crypto'
import { api } from '../api.server'
import { requestPath } from '../authorisation/request-path'
import { leaveTo } from '../navigation/leave.server'
import { problem } from '../navigation/problem'
import { redirectTo } from '../navigation/redirect.server'
import { nextToCarry } from '../navigation/return-address.server'
import { cookie, readCookie } from '../session/cookie.server'
import { seal, unseal } from '../session/seal.server'
import { type Args, visitor } from '../session/visitor.server'
import { waitingFormOf } from '../step-up/parked.server'
import { type VisitFor, visitedFor } from './visit-for'

/** A visit to a provider, as stored in this browser meanwhile. */
export interface Visit {
  platform: string
  state: string
  nonce: string
  codeVerifier: string
  redirectUri: string
  /** The return address, as `?next=` carries it. */
  next: string | null
  /** True when somebody was signed in here. The same has to hold at the return. */
  signedIn: boolean
  /** The key of the second verification that it completes. Null: it signs in, or connects. */
  proves: string | null
  /** The request of an application that it proves a person for. */
  request?: VisitFor
}

// The path is /, so that the cookie gets the prefix that keeps other hosts from setting it.
const visitCookie = 'butterfly_visit'
const purpose = 'third-party visit'
/** The page at which a visit for a proof ends. */
export const proofPath = '/settings/proof'
const minutes = 10

/** The Set-Cookie header that ends a visit. */
const ended = (): string => cookie(visitCookie, '', { maxAgeSeconds: 0 })

/** The page that an unsuccessful visit returns to. */
export const home = ({ signedIn, proves = null, request }: Pick<Visit, 'signedIn'> & Partial<Visit>): string => {
  if (request) return requestPath(request.uid)
  if (proves !== null) return proofPath
  return signedIn ? '/settings/third-party' : '/login'
}

/**
 * Sends the browser to a provider. Its secrets stay here, sealed. A later visit replaces an earlier one. With
 * `?prove=1` the person has to sign in there again, for their form that waits for a proof.
 * @param platform undefined: the deployment's own issuer
 */
export const startVisit = async (args: Args, platform: string | undefined): Promise<Response> => {
  const { signedIn } = await visitor(args)
  const asksForProof = new URL(args.request.url).searchParams.has('prove')
  const proves = asksForProof && signedIn ? ((await waitingFormOf(args))?.requirement.key ?? null) : null
  if (asksForProof && proves === null) return redirectTo(args, { path: '/settings', notice: 'flow_expired' })
  const request = proves === null ? visitedFor(new URL(args.request.url).searchParams) : undefined
  const client = await api(args)
  const fresh = proves !== null || request?.isFresh ? 1 : 0
  const answer = await client.thirdPartyStart({ ...(platform !== undefined && { platform }), fresh })
  if (!answer.ok) {
    if (answer.code === 'no_such_platform' || answer.code === 'invalid_input') throw problem('not_found')
    return redirectTo(args, {
      path: home({ signedIn, proves, ...(request && { request }) }),
      notice: 'platform_unreachable',
    })
  }
  const { url, code_verifier: codeVerifier, redirect_uri: redirectUri, ...started } = answer.data
  const next = (await nextToCarry(args)) ?? null
  const visit: Visit = { ...started, codeVerifier, redirectUri, next, signedIn, proves, ...(request && { request }) }
  const sealed = await seal(visit, { purpose, minutes })
  return leaveTo(args, url, { cookies: [cookie(visitCookie, sealed, { maxAgeSeconds: minutes * 60 })] })
}

const isSame = (one: string, other: string): boolean => {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** The return from a provider with a code. Without a code, a redirect to the start of the visit is thrown instead. */
export interface Returned {
  visit: Visit
  code: string
  /** The Set-Cookie headers that end the visit: it brings back one code. */
  cookies: string[]
}

/**
 * Reads the answer that a provider sent the browser back with. The state has to be that of the visit that this browser
 * began, at this platform, with the same person or nobody signed in.
 * @param platform as the path names it; undefined for the deployment's own issuer
 */
export const returnedVisit = async (args: Args, platform: string | undefined): Promise<Returned> => {
  const { signedIn } = await visitor(args)
  const query = new URL(args.request.url).searchParams
  const visit = await unseal<Visit>(readCookie(args.request, visitCookie) ?? '', { purpose })
  const isOwn =
    visit !== undefined &&
    isSame(visit.state, query.get('state') ?? '') &&
    (platform === undefined || visit.platform === platform) &&
    new URL(visit.redirectUri).pathname === new URL(args.request.url).pathname &&
    visit.signedIn === signedIn
  // A foreign or missing state is unrelated to the visit that this browser may have begun, so that visit continues.
  if (!isOwn) throw await redirectTo(args, { path: home({ signedIn }), notice: 'platform_visit_over' })
  const code = query.get('code') ?? ''
  const cookies = [ended()]
  // WeChat sends a person who declines back with the state alone; the others add an error.
  if (code === '' || code.length > 2048) {
    const notice = 'platform_declined' as const
    throw await redirectTo(args, { path: home(visit), next: visit.next, notice }, { cookies })
  }
  return { visit, code, cookies }
}
