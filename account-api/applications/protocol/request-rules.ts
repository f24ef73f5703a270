import type { Context, errors as Errors, interactionPolicy as Policy } from 'oidc-provider'
import type { SecondFactors } from '#account-api/accounts/account/counting'
import type { SessionRecord } from '#account-api/accounts/sessions/session-record'
import { type Assurance, acrAsked, assuranceOf } from '#account-api/applications/authorisation/assurance'
import { claimsAsked } from '#account-api/applications/authorisation/claims-parameter'
import type { Deployment } from '#account-api/applications/service'
import { seconds } from '#account-api/kernel/time'
import { isOpenScope, leastScope, type OpenScope, openScopeNames, openScopes } from '#contract/applications/open-scopes'

/** The values of `prompt` (OpenID Connect Core 1.0, section 3.1.2.1). */
export const promptValues = ['none', 'login', 'consent', 'select_account']

/**
 * When the library redirects to our page: by its own rules, for `prompt=select_account`, which it does not know, for
 * terms of the operator that the person has not accepted, and for a second factor that the deployment requires.
 */
export const promptPolicy = ({ base, Prompt, Check }: typeof Policy) => {
  const policy = base()
  // A requested level is checked with the second factor, and needs no other sign-in.
  for (const reason of ['essential_acrs', 'essential_acr']) policy.get('login').checks.remove(reason)
  policy.add(new Prompt({ name: 'select_account', requestable: true }), 0)
  const lacksTerms = new Check('terms_due', 'the person has to accept terms', 'interaction_required', isLackingTerms)
  policy.add(new Prompt({ name: 'terms', requestable: false }, lacksTerms))
  const lacksFactor = new Check(
    'factor_due',
    'the person needs a second factor',
    'interaction_required',
    isLackingFactor,
  )
  policy.add(new Prompt({ name: 'second_factor', requestable: false }, lacksFactor))
  return policy
}

const isLackingFactor = ({ oidc: { account } }: Context): boolean => account?.lacksFactor === true

const isLackingTerms = ({ oidc: { account } }: Context): boolean => account?.lacksTerms === true

interface AtBrowser {
  deployment: Deployment
  account: SecondFactors
  session: SessionRecord | undefined
}

/** How far the person in a browser has proven themselves, and what the request still needs. */
export const assuranceAsked = (
  { oidc: { params = {} } }: Context,
  { deployment, account, session }: AtBrowser,
): Assurance =>
  assuranceOf(deployment, {
    account,
    proven: session,
    wanted: {
      levels: acrAsked(params).levels,
      since: params.max_age === undefined ? undefined : deployment.now() - seconds(Number(params.max_age)),
    },
  })

/**
 * Checks every request: the library calls it as the rule of a parameter, even without the parameter. Adds the scopes of
 * claims that are requested by name.
 * @throws InvalidScope without the scope that identifies the person or an API, because the tokens would be useless, and
 * with a scope that none of the named APIs has
 * @throws UnmetAuthenticationRequirements when nobody here can prove what it requires
 */
export const judgeRequest =
  ({ InvalidScope, UnmetAuthenticationRequirements }: typeof Errors) =>
  (context: Context): void => {
    const { params } = context.oidc
    const scopes = params?.scope?.split(' ') ?? []
    const apis = Object.values(context.oidc.resourceServers)
    if (apis.length === 0 && !scopes.includes(leastScope))
      throw new InvalidScope(`the scope has to contain ${leastScope}`, leastScope)
    const unknown = scopes.find((scope) => !isOpenScope(scope) && !apis.some((api) => api.scopes.has(scope)))
    if (apis.length > 0 && unknown !== undefined)
      throw new InvalidScope('the client may not ask for this scope there', unknown)
    if (!apis.every((api) => scopes.some((scope) => api.scopes.has(scope))))
      throw new InvalidScope('name a scope of each API', scopes.join(' '))
    if (!params) return
    const { levels, isEssential } = acrAsked(params)
    if (isEssential && levels.length === 0) throw new UnmetAuthenticationRequirements('no such acr is known here')
    const added = [...scopesOfClaims(context), ...(mayStayUnasked(context, scopes) ? [lasting] : [])]
    params.scope = [...new Set([...scopes, ...added])].join(' ')
  }

/** The scopes of the claims in the parameter `claims`, limited to those that the client may request. */
const scopesOfClaims = ({ oidc: { params, client } }: Context): OpenScope[] => {
  const { id_token, userinfo } = claimsAsked(params?.claims)
  const names = Object.keys({ ...id_token, ...userinfo })
  const may = client.scope?.split(' ') ?? []
  return openScopeNames.filter(
    (scope) => may.includes(scope) && openScopes[scope].claims.some((claim: string) => names.includes(claim)),
  )
}

const lasting = 'offline_access' satisfies OpenScope

/**
 * True when a first-party client requests refresh tokens and may have them. The library has removed the scope from the
 * request, because only `prompt=consent` shows that a person is asked (OpenID Connect Core 1.0, section 11). Nobody is
 * asked for a first-party client, which the section also permits.
 */
const mayStayUnasked = (context: Context, scopes: readonly string[]): boolean => {
  const { client, entities, body } = context.oidc
  if (!client.is_first_party || scopes.includes(lasting) || !client.scope?.split(' ').includes(lasting)) return false
  const sent = body ?? context.query
  const token = entities.PushedAuthorizationRequest?.request ?? sent.request
  const asked = typeof token === 'string' ? scopeIn(token) : sent.scope
  return typeof asked === 'string' && asked.split(' ').includes(lasting)
}

/** The scope of a request in a token: a signed request, or a stored pushed one. The library has verified it. */
const scopeIn = (request: string): unknown =>
  (JSON.parse(Buffer.from(request.split('.')[1] ?? '', 'base64url').toString()) as { scope?: unknown }).scope
