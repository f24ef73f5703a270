import { type KeyShown, keyDays } from '#contract/operator/access/keys-calls'
import { operatorScopeNames } from '#contract/operator/operator-power'
import { makes } from './makes'
import { type Commands, listLines } from './said'

const stateOf = ({ revoked_at, expires_at }: KeyShown): string => {
  if (revoked_at !== null) return `revoked ${revoked_at}`
  return `${Date.parse(expires_at) > Date.now() ? 'valid until' : 'expired'} ${expires_at}`
}

export const keyCommands: Commands = {
  'keys [list]': makes('listKeys', ({ keys }) =>
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
  ),
  'keys make <name> <holder> <scopes> [<days>]': makes(
    'makeKey',
    ({ key, key_id, expires_at }, { holder }) =>
      `The key ${key_id} for ${holder} is valid until ${expires_at}. It is not shown again: ${key}`,
    {
      text: `Makes a key, and shows it once. It is valid for ${keyDays.usual} days unless you say otherwise, at most ${keyDays.most}. Separate the scopes by commas: ${operatorScopeNames.join(',')}.`,
      faults: { days: () => `A key is valid for 1 to ${keyDays.most} days.` },
    },
  ),
  'keys revoke <key-id>': makes(
    'revokeKey',
    (_, { key_id }) => `The key ${key_id} is revoked. It is refused from now on.`,
  ),
}
