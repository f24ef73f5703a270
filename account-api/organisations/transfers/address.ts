import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { codeRefusal } from '#account-api/accounts/account/reach'
import { hours, minutes } from '#account-api/kernel/time'
import type { Deployment } from '#account-api/organisations/service'
import type { Target } from '#account-api/verification/codes/code'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'

export type Way = 'mobile' | 'email'

/** Who proves their address: the manager who hands over, or the member who takes over. */
export type Side = 'old' | 'new'

/**
 * How long an address has to be bound. A thief with a session could bind another one. Its person is notified at once,
 * and can undo that for this long. An address of the registration counts from the beginning.
 */
const settledRule = { ms: hours(72), atRegistrationMs: minutes(1) }

const types = {
  mobile: { old: mobilePurpose.verifyOld, new: mobilePurpose.newManager },
  email: { old: emailPurpose.verifyOld, new: emailPurpose.newManager },
}

type CountingTarget =
  | { ok: true; target: Target }
  | { ok: false; code: 'nothing_bound' }
  | { ok: false; code: 'address_too_new'; until: number }

/** Where the code for one side of a transfer is sent, if the address counts. */
export const targetOf = (
  deployment: Deployment,
  account: AccountProfile,
  { way, side }: { way: Way; side: Side },
): CountingTarget => {
  const { mobile, email, mobileBoundAt, emailBoundAt, createdAt } = account
  const [to, since] = way === 'mobile' ? [mobile, mobileBoundAt] : [email, emailBoundAt]
  if (to === null || since === null) return { ok: false, code: 'nothing_bound' }
  const until = since + settledRule.ms
  if (since > createdAt + settledRule.atRegistrationMs && until > deployment.now())
    return { ok: false, code: 'address_too_new', until }
  return { ok: true, target: { channel: way === 'mobile' ? 'sms' : 'email', to, type: types[way][side] } }
}

/** The addresses that count now and can get codes. */
export const waysOf = (deployment: Deployment, account: AccountProfile): { way: Way; to: string }[] =>
  (['mobile', 'email'] as const).flatMap((way) => {
    const counting = targetOf(deployment, account, { way, side: 'old' })
    return counting.ok && !codeRefusal(deployment, counting.target) ? [{ way, to: counting.target.to }] : []
  })
