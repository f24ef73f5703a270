import type { AccountRecord } from '#account-api/accounts/account/account-record'
import type { SecondFactors } from '#account-api/accounts/account/counting'
import { judgeSecond, type Showing } from '#account-api/accounts/methods/ledger'
import { days } from '#account-api/kernel/time'
import type { Stores } from '#account-api/organisations/service'

/** The fields of an account that decide whether its person meets the rule. */
export type FactorsOf = SecondFactors & Pick<AccountRecord, 'id' | 'factorAskedAt'>

type Reading = Pick<Stores, 'deployment' | 'accounts' | 'members'>

/**
 * By when a person needs the second factor that the deployment requires. Undefined: none is required, or the person has
 * proven it. The days of grace begin with the first use of the account after the rule began, which is recorded here.
 */
export const deploymentAsksBy = async (
  { deployment, accounts, members }: Reading,
  account: FactorsOf,
  session: Showing,
): Promise<number | undefined> => {
  const { of, from, grace_days: graceDays } = deployment.policy.second_factor
  const [at, begins] = [deployment.now(), from === null ? 0 : Date.parse(from)]
  if (of === 'nobody' || at < begins || !judgeSecond(deployment, account, session)) return undefined
  if (of === 'administrators' && !(await members.isAdministrator(account.id))) return undefined
  const { factorAskedAt } = account
  if (factorAskedAt !== null && factorAskedAt >= begins) return factorAskedAt + days(graceDays)
  await accounts.noteFactorAsked(account.id, { at, unlessSince: begins })
  return at + days(graceDays)
}

/** True when a person may not continue without the second factor that the deployment requires. */
export const isFactorDue = async (
  stores: Reading,
  account: FactorsOf,
  session: Showing = nothingShown,
): Promise<boolean> => {
  const by = await deploymentAsksBy(stores, account, session)
  return by !== undefined && by <= stores.deployment.now()
}

/** A person who was proven for an application's request only has proven no second factor. */
export const nothingShown: Showing = { factors: { authenticator: null, passkey: null } }
