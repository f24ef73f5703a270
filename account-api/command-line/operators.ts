import { operatorScopeNames } from '#contract/operator/operator-power'
import { makes } from './makes'
import { type Commands, listLines } from './said'

/** The commands for people who are operators. */
export const operatorCommands: Commands = {
  'operators [list]': makes('listOperators', ({ operators }) =>
    listLines(
      operators,
      ({ user_id, username, holder, scopes, added_at, added_by }) => [
        ...[user_id, username, holder, scopes.join(','), `since ${added_at}`, `by ${added_by}`],
      ],
      'Nobody may enter the desk.',
    ),
  ),
  'operators add <user-id> --scopes <scopes> --reason <reason>': makes(
    'addOperator',
    (_, { user_id }) => `User ${user_id} may enter the operator's desk, and is notified.`,
    { faults: { scopes: () => `Name the operator's scopes: --scopes ${operatorScopeNames.join(',')}` } },
  ),
  'operators remove <user-id> --reason <reason>': makes(
    'removeOperator',
    (_, { user_id }) =>
      `User ${user_id} is no longer an operator, and is notified. The operator keys that the user made at the desk have ended.`,
  ),
}
