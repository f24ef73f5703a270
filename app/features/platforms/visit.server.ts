import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { requestPath } from '~/features/authorisation/request-path'
import { waitingFormOf } from '~/forms/step-up/parked.server'
import { problem } from '~/navigation/problem'
import { redirectTo } from '~/navigation/redirect.server'
import { leaveTo } from '~/navigation/returning/leave.server'
import { nextToCarry } from '~/navigation/returning/return-address.server'
import { api } from '~/runtime/api.server'
import { sealedCookie } from '~/session/sealed-cookie.server'
import { type Args, visitor } from '~/session/visitor.server'
import { visitedFor } from './visit-for'

/** A visit to a provider, as stored in this browser meanwhile. */
const visitSchema = z.object({
  platform: z.string(),
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  redirectUri: z.string(),
  /** The return address, as `?next=` carries it. */
  next: z.string().nullable(),
  /** True when a person was signed in here. The same has to be true at the return. */
  signedIn: z.boolean(),
  /** The key of the second verification that it completes. Null: it signs in, or connects. */
  proves: z.string().nullable(),
  /** The request of an application that it proves a person for. */
  request: z.object({ uid: z.string(), staysSignedIn: z.boolean(), isFresh: z.boolean() }).exactOptional(),
})

type Visit = z.output<typeof visitSchema>

// With the path /, the cookie gets the prefix that keeps other hosts from setting it.
const visitCookie = sealedCookie({
  name: 'butterfly_visit',
  purpose: 'third-party visit',
  minutes: 10,
  schema: visitSchema,
})

/** The page at which a visit for a proof ends. */
export const proofPath = '/settings/proof'

/** The page to which an unsuccessful visit returns. */
export const home = ({ signedIn, proves = null, request }: Pick<Visit, 'signedIn'> & Partial<Visit>): string => {
  if (request) return requestPath(request.uid)
  if (proves !== null) return proofPath
  return signedIn ? '/settings/third-party' : '/login'
}

/**
 * Sends the browser to a provider. Its secrets stay here, sealed. A later visit replaces an earlier one. With
 * `?prove=1` the person has to sign in there again, for a form that waits for a proof.
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
  const begun = { ...started, codeVerifier, redirectUri, next, signedIn, proves, ...(request && { request }) }
  return leaveTo(args, url, { cookies: [await visitCookie.write(begun)] })
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
 * Reads the answer with which a provider sent the browser back. The state has to match the visit that this browser
 * began, at this platform, with the same person or nobody signed in.
 * @param platform from the path; undefined for the deployment's own issuer
 */
export const returnedVisit = async (args: Args, platform: string | undefined): Promise<Returned> => {
  const { signedIn } = await visitor(args)
  const query = new URL(args.request.url).searchParams
  const visit = await visitCookie.read(args.request)
  const isOwn =
    visit !== undefined &&
    isSame(visit.state, query.get('state') ?? '') &&
    (platform === undefined || visit.platform === platform) &&
    new URL(visit.redirectUri).pathname === new URL(args.request.url).pathname &&
    visit.signedIn === signedIn
  // A foreign or missing state does not belong to the visit that this browser may have begun, so that visit continues.
  if (!isOwn) throw await redirectTo(args, { path: home({ signedIn }), notice: 'platform_visit_over' })
  const code = query.get('code') ?? ''
  const cookies = [visitCookie.clear()]
  // WeChat returns a person who declines with only the state; other providers add an error.
  if (code === '' || code.length > 2048) {
    const notice = 'platform_declined' as const
    throw await redirectTo(args, { path: home(visit), next: visit.next, notice }, { cookies })
  }
  return { visit, code, cookies }
}
