import type { Client, Context, errors as Errors, interactionPolicy as Policy } from 'oidc-provider'
import { leastScope } from '../../../contract/applications/open-scopes'

/** The values of `prompt` (OpenID Connect Core 1.0, section 3.1.2.1). */
export const promptValues = ['none', 'login', 'consent', 'select_account']

/** When the library leads to our page: its own rules, and `prompt=select_account`, which it does not know. */
export const promptPolicy = ({ base, Prompt }: typeof Policy) => {
  const policy = base()
  policy.add(new Prompt({ name: 'select_account', requestable: true }), 0)
  return policy
}

/**
 * Refuses a request without the scope that identifies the person, as its tokens would be of no use. The library calls it
 * for every request, as the rule of a parameter.
 */
export const requireLeastScope =
  ({ InvalidScope }: typeof Errors) =>
  (context: Context, _value: string | undefined, _client: Client): void => {
    const asked = context.oidc.params?.scope?.split(' ') ?? []
    if (!asked.includes(leastScope)) throw new InvalidScope(`the scope has to contain ${leastScope}`, leastScope)
  }
