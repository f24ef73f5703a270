import type { OperatorClient } from '#contract/client'
import { type Command, factLines, failed, type Row, type Said, saying } from './said'

export const clientClaimsUsage = `npm run admin -- client claims <key> <file>                  sets which claims it gets, by rules in JSON, or none
npm run admin -- client explain <key> <user-id>              shows the claims of a user's tokens; also by mobile, email or username
`

const set = async (api: OperatorClient, client_key: string, rules: unknown): Promise<Said> =>
  saying(
    await api.setClientClaims({ client_key, rules }),
    () => `${client_key} is changed. Existing tokens keep their claims.`,
  )

const replaceRules = async (api: OperatorClient, file: Uint8Array, client_key = ''): Promise<Said> => {
  let rules: unknown
  try {
    rules = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(file))
  } catch {
    return failed('The file is not JSON.')
  }
  // A client without rules would get everything.
  return rules === null ? failed('The file has no rules.') : set(api, client_key, rules)
}

const explain: Command = async (api, client_key = '', user = '') =>
  saying(await api.explainClientClaims({ client_key, user }), (shown) => {
    const basis = shown.has_agreed
      ? 'has agreed to'
      : 'has not agreed yet; these are all claims that the client may request:'
    return factLines({
      user: `${shown.username} (${shown.user_id})${shown.can_sign_in ? '' : ', who cannot sign in'}`,
      client: `${shown.client_key}${shown.is_disabled ? ', which is disabled' : ''}`,
      scopes: `${basis} ${shown.scopes.join(' ')}`,
      'ID token': JSON.stringify(shown.id_token),
      userinfo: JSON.stringify(shown.userinfo),
    })
  })

export const clientClaimsCommands: Record<string, Row> = {
  'client claims': { words: 2, run: (api, key = '') => set(api, key, null), withFile: replaceRules },
  'client explain': { words: 2, run: explain },
}
