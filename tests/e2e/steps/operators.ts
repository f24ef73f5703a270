import type { OperatorScope } from '#contract/operator/operator-power'
import type { Pair } from '#tests/fixtures/programs/pair'
import { operateOn } from '#tests/fixtures/programs/sibling'

/** Makes the account of an address an operator's, as `npm run admin` does. */
export const makeOperator = async (pair: Pair, address: string, scopes: readonly OperatorScope[]): Promise<void> => {
  const [userId = ''] = /\b[\da-f]{32}\b/.exec(await operateOn(pair, 'users', 'show', address)) ?? []
  const role = ['--scopes', scopes.join(), '--reason', 'Works at the desk']
  await operateOn(pair, 'operators', 'add', userId, ...role)
}
