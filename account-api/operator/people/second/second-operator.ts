import { hours } from '#account-api/kernel/time'
import { type Fault, faulty, type Operator } from '#account-api/operator/handling'
import { isGood } from '#account-api/operator/keys/key'
import type { Deployment, Stores } from '#account-api/operator/service'
import { isSameName } from '#rules/typed/name-key'

/**
 * The requirements on two operators who agree to something. A person may have several keys, and an account besides. The
 * maker of a key has seen it, and the giver of a role may have given it to their own account. So:
 * - neither uses the application key, which belongs to no person;
 * - both use keys that are for different people, or both use their own accounts at the desk;
 * - their keys or roles do not come from one key or role: the application key gave each of them, or began the line that
 * did. So no single key or account can make a pair, whatever its scope;
 * - both are older than this, so a thief of the application key who makes a pair still has to wait.
 */
const oldEnoughMs = hours(48)

/** The operator who requested something that another operator has to agree to. */
export type FirstOperator = Pick<Operator, 'keyId' | 'userId' | 'name' | 'holder'> & { line: string; createdAt: number }

/** The operator, as one of two, or why this operator cannot be one. */
export const oneOfTwo = (
  { now }: Pick<Deployment, 'now'>,
  { keyId, userId, line, createdAt, name, holder }: Operator,
): FirstOperator | Fault => {
  if (createdAt === null)
    return faulty('The application key belongs to no person. Two operators agree by their own keys, or at the desk.')
  if (line === null) return faulty('It is unknown who gave this key or role. Let the application key give another one.')
  if (createdAt > now() - oldEnoughMs)
    return faulty('Two operators agree by keys or roles that are older than 48 hours.')
  return { keyId, userId, line, createdAt, name, holder }
}

/** True when both may be the same person. At the desk a person has one account, but may change its name. */
const isSame = (first: FirstOperator, second: FirstOperator): boolean =>
  second.userId === null
    ? second.keyId === first.keyId || isSameName(second.holder, first.holder)
    : second.userId === first.userId

/** Why an operator may be the same as the first. Undefined: they are different. */
export const faultOfSecond = async (
  stores: Pick<Stores, 'deployment' | 'operatorKeys' | 'operators'>,
  { first, by }: { first: FirstOperator; by: Operator },
): Promise<Fault | undefined> => {
  const second = oneOfTwo(stores.deployment, by)
  if ('fault' in second) return second
  if ((second.userId === null) !== (first.userId === null))
    return faulty(
      'An account at the desk and a key may belong to one person. Agree in the way of the request: at the desk, or by a key.',
    )
  if (isSame(first, second)) return faulty(`This needs another operator than ${first.holder}, who requested it.`)
  if (second.line === first.line)
    return faulty('Both come from one key or role. Let the application key give one to each of two people.')
  return (await isStill(stores, first))
    ? undefined
    : faulty(
        'The key or role of the operator who requested it has ended since. Stop the recovery, and request it again.',
      )
}

/** True while the key is valid, or the account still has its role. */
const isStill = async (
  stores: Pick<Stores, 'deployment' | 'operatorKeys' | 'operators'>,
  { keyId, userId, createdAt }: FirstOperator,
): Promise<boolean> => {
  if (userId !== null) return (await stores.operators.find(userId))?.addedAt === createdAt
  const key = await stores.operatorKeys.findById(keyId ?? '')
  return key !== undefined && isGood(stores, key, stores.deployment.now())
}
