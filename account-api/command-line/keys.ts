import { type KeyShown, keyDays } from '#contract/operator/access/keys-calls'
import { type OperatorScope, operatorScopeNames } from '#contract/operator/operator-power'
import { type Command, failed, listLines, type Row, saying } from './said'

export const keyUsage = `npm run admin -- keys                                        lists the operator keys: holder, expiry, last use
npm run admin -- keys make <name> <for-whom> <scopes> [<days>]  makes a key, and shows it once; valid for ${keyDays.usual} days, at most ${keyDays.most};
                                                             scopes, separated by commas: ${operatorScopeNames.join(',')}
npm run admin -- keys revoke <key-id>                        revokes one at once
`

const stateOf = ({ revoked_at, expires_at }: KeyShown): string => {
  if (revoked_at !== null) return `revoked ${revoked_at}`
  return `${Date.parse(expires_at) > Date.now() ? 'valid until' : 'expired'} ${expires_at}`
}

const list: Command = async (api) =>
  saying(await api.listKeys({}), ({ keys }) =>
    listLines(
      keys,
      (key) => [
        key.key_id,
        key.name,
        `for ${key.holder}`,
        key.scopes.join(','),
        stateOf(key),
        key.last_used_at === null ? 'never used' : `last used ${key.last_used_at}`,
        ...[key.made_by ?? key.made_by_operator ?? []].flat().map((maker) => `made by ${maker}`),
      ],
      'No operator key exists.',
    ),
  )

/** Typed scopes, separated by commas. Undefined: one of them is unknown. */
export const readScopes = (typed: string): OperatorScope[] | undefined => {
  const names = typed.split(',')
  const scopes = names.flatMap((name) => operatorScopeNames.find((scope) => scope === name) ?? [])
  return scopes.length < names.length ? undefined : scopes
}

const make: Command = async (api, name = '', holder = '', typed = '', days = String(keyDays.usual)) => {
  const scopes = readScopes(typed)
  if (!scopes) return failed(`The scopes are ${operatorScopeNames.join(', ')}, separated by commas.`)
  if (!/^[1-9]\d{0,3}$/.test(days) || Number(days) > keyDays.most)
    return failed(`A key is valid for 1 to ${keyDays.most} days.`)
  return saying(
    await api.makeKey({ name, holder, scopes, days: Number(days) }),
    ({ key, key_id, expires_at }) =>
      `The key ${key_id} for ${holder} is valid until ${expires_at}. It is not shown again: ${key}`,
  )
}

const revoke: Command = async (api, key_id = '') =>
  saying(await api.revokeKey({ key_id }), () => `The key ${key_id} is revoked. It is refused from now on.`)

export const keyCommands: Record<string, Row> = {
  keys: { words: 0, run: list },
  'keys list': { words: 0, run: list },
  'keys make': { words: 3, most: 4, run: make },
  'keys revoke': { words: 1, run: revoke },
}
