import { countingSeconds } from '#account-api/accounts/methods/ledger'
import type { From } from '#account-api/kernel/from'
import { count } from '#account-api/kernel/limits/limits'
import { type TooManyRequests, tooManyRequests } from '#account-api/kernel/limits/too-many'
import { days } from '#account-api/kernel/time'
import { lockActing, type NotActing } from '#account-api/organisations/organisation/acting'
import { recordInOrganisation } from '#account-api/organisations/organisation/log/log'
import type { Acting } from '#account-api/organisations/records/member-record'
import { rulesOnWire, type SignInRules } from '#account-api/organisations/records/sign-in-rules'
import { type Deployment, inTransaction } from '#account-api/organisations/service'

/** Changes of the rules. A missing field stays. A number of 0 removes the rule. */
export interface RuleChanges {
  needsSecondFactor: boolean | undefined
  graceDays: number | undefined
  proofMinutes: number | undefined
  actingHours: number | undefined
}

type Updated = { ok: true; rules: SignInRules } | NotActing | TooManyRequests

/**
 * Changes the sign-in rules of an organisation. If it newly requires a second factor, or requires one earlier than
 * before, members who lack it are notified. Only a person with a second factor may require one of others, so nobody
 * locks themselves out, and the manager has shown that it is possible.
 */
export const updateSignInRules = inTransaction<{ acting: Acting; changes: RuleChanges; from: From }, Updated>(
  async (stores, { acting: asked, changes, from }) => {
    const locked = await lockActing(stores, asked, 'manager')
    if (!locked.ok) return locked
    const { acting } = locked
    const { organisation } = acting
    if (changes.needsSecondFactor && countingSeconds(stores.deployment, acting.factors).length === 0)
      return { ok: false, code: 'second_factor_required' }
    const before = organisation.rules
    const rules = rulesAfter(stores.deployment, before, changes)
    const [was, is] = [rulesOnWire(before), rulesOnWire(rules)]
    if (JSON.stringify(was) === JSON.stringify(is)) return { ok: true, rules }
    if (isStricter(before.secondFactorFrom, rules.secondFactorFrom)) {
      const counted = await count(stores, 'ruleNotices', { subject: organisation.id, at: stores.deployment.now() })
      if (!counted.within) return tooManyRequests(stores.deployment, counted.until)
      await stores.ruleNotices.begin(organisation.id, stores.deployment.now())
    }
    await stores.organisations.setRules(organisation.id, rules)
    await recordInOrganisation(stores, {
      kind: 'sign_in_rules_updated',
      acting,
      before: was,
      after: is,
      from,
    })
    return { ok: true, rules }
  },
)

const isStricter = (before: number | null, after: number | null): boolean =>
  after !== null && (before === null || after < before)

const rulesAfter = (
  deployment: Deployment,
  before: SignInRules,
  { needsSecondFactor, graceDays, proofMinutes, actingHours }: RuleChanges,
): SignInRules => {
  const from = () => deployment.now() + days(graceDays ?? 0)
  const keepsDay = graceDays === undefined && before.secondFactorFrom !== null
  const isAsked = needsSecondFactor ?? before.secondFactorFrom !== null
  return {
    secondFactorFrom: !isAsked ? null : keepsDay ? before.secondFactorFrom : from(),
    proofMinutes: proofMinutes === undefined ? before.proofMinutes : proofMinutes || null,
    actingHours: actingHours === undefined ? before.actingHours : actingHours || null,
  }
}
