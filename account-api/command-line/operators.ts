import { operatorScopeNames } from '#contract/operator/operator-power'
import { readScopes } from './keys'
import { reasoned } from './reasoned'
import { type Command, failed, listLines, type Row, saying } from './said'

export const operatorUsage = `npm run admin -- operators                                   lists the people who may enter the operator's desk
npm run admin -- operators add <user-id> --scopes <scopes> --reason <text>
                                                             lets a user with a second factor enter the desk;
                                                             scopes, separated by commas: ${operatorScopeNames.join(',')}
npm run admin -- operators remove <user-id> --reason <text>  removes the role, and ends the user's desk sessions at once
`

const list: Command = async (api) =>
  saying(await api.listOperators({}), ({ operators }) =>
    listLines(
      operators,
      ({ user_id, username, holder, scopes, added_at, added_by }) => [
        user_id,
        username,
        holder,
        scopes.join(','),
        `since ${added_at}`,
        `by ${added_by}`,
      ],
      'Nobody may enter the desk.',
    ),
  )

/** Makes a user an operator: `<user-id> --scopes <scopes>`. */
const add: Command = async (api, user_id = '', flag = '', typed = '', reason = '') => {
  const scopes = flag === '--scopes' ? readScopes(typed) : undefined
  if (!scopes) return failed(`Name the operator's scopes: --scopes ${operatorScopeNames.join(',')}`)
  return saying(
    await api.addOperator({ user_id, scopes, reason }),
    () => `User ${user_id} may enter the operator's desk, and is notified.`,
  )
}

const remove: Command = async (api, user_id = '', reason = '') =>
  saying(
    await api.removeOperator({ user_id, reason }),
    () =>
      `User ${user_id} is no longer an operator, and is notified. The operator keys that the user made at the desk have ended.`,
  )

export const operatorCommands: Record<string, Row> = {
  operators: { words: 0, run: list },
  'operators list': { words: 0, run: list },
  'operators add': { words: 5, run: reasoned(add) },
  'operators remove': { words: 3, run: reasoned(remove) },
}
