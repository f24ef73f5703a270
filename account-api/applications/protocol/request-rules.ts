import type { Context, errors as Errors, interactionPolicy as Policy } from 'oidc-provider'
import { leastScope, type OpenScope } from '../../../contract/applications/open-scopes'

/** The values of `prompt` (OpenID Connect Core 1.0, section 3.1.2.1). */
export const promptValues = ['none', 'login', 'consent', 'select_account']

/**
 * When the library leads to our page: its own rules, `prompt=select_account`, which it does not know, and terms of the
 * operator that the person has not accepted, and a second factor that the deployment asks for.
 */
export const promptPolicy = ({ base, Prompt, Check }: typeof Policy) => {
  const policy = base()
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

/**
 * Judges the scopes of every request: the library calls it as the rule of a parameter, also without the parameter.
 * @throws InvalidScope without the scope that identifies the person, as the tokens would be of no use
 */
export const judgeScopes =
  ({ InvalidScope }: typeof Errors) =>
  (context: Context): void => {
    const { params } = context.oidc
    const scopes = params?.scope?.split(' ') ?? []
    if (!scopes.includes(leastScope)) throw new InvalidScope(`the scope has to contain ${leastScope}`, leastScope)
    if (params && mayStayUnasked(context, scopes)) params.scope = [...scopes, lasting].join(' ')
  }

const lasting = 'offline_access' satisfies OpenScope

/**
 * True when a first-party client asks for refresh tokens and may have them. The library has taken the scope off the
 * request, since only `prompt=consent` shows that a person is asked (OpenID Connect Core 1.0, section 11). Nobody is asked
 * for such a client, which is another of the conditions that the section permits.
 */
const mayStayUnasked = (context: Context, scopes: readonly string[]): boolean => {
  const { client, entities, body } = context.oidc
  if (!client.is_first_party || scopes.includes(lasting) || !client.scope?.split(' ').includes(lasting)) return false
  const pushed = entities.PushedAuthorizationRequest?.request
  const asked = pushed === undefined ? (body ?? context.query).scope : scopeOfPushed(pushed)
  return typeof asked === 'string' && asked.split(' ').includes(lasting)
}

/** The scope of a pushed request, which the library keeps as a token that nobody has signed, and has judged. */
const scopeOfPushed = (request: string): unknown =>
  (JSON.parse(Buffer.from(request.split('.')[1] ?? '', 'base64url').toString()) as { scope?: unknown }).scope
