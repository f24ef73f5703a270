import type { Failure } from '#contract/client'
import { codeErrors } from '#contract/errors'
import { passkeyCredential, type RequestOptions } from '#contract/verification/passkey-fields'
import { readCode, readFactorCode } from '#rules/typed/code'
import { type Line, linesOf, textOf } from '~/forms/failure-texts'
import type { PageError } from '~/forms/use-page-form'
import { partsOfReason, refusalOf } from '~/forms/values/typed-text'
import { translate } from '~/i18n/i18n.server'
import { api } from '~/runtime/api.server'
import type { Args } from '~/runtime/load-context'
import { logIdOf } from '~/runtime/log.server'
import { openingOf } from './captcha.server'
import type { Requirement, SecondRequirement } from './parked.server'
import { type Checked, type ShownNext, textIn, type Way } from './step-up'

/** Checks a posted second verification: the choice of a way, a code or the password. */
export const checkSecondVerification = async (
  args: Args,
  posted: FormData,
  requirement: SecondRequirement,
): Promise<Checked<Requirement>> => {
  for (const way of ['password', 'authenticator'] as const) if (posted.has(`use_${way}`)) return ask(requirement, way)
  for (const way of ['mobile', 'email'] as const)
    if (posted.has(`send_${way}`)) return sendCode(args, posted, requirement, way)
  if (posted.has('use_passkey')) {
    const answer = await (await api(args)).startSecondPasskey({ sms_code_key: requirement.key })
    return answer.ok
      ? ask(requirement, 'passkey', { options: answer.data.options })
      : afterFailure(args, posted, requirement, answer, undefined)
  }
  const way = wayIn(posted, requirement)
  if (!way) return { requirement, errors: [] }
  if (way === 'passkey') {
    const credential = passkeyCredential.safeParse(textIn(posted, 'credential')).data
    if (credential === undefined) return { requirement, errors: [] }
    const proven = await (await api(args)).verifySecondByPasskey({ sms_code_key: requirement.key, credential })
    return proven.ok ? 'passed' : afterFailure(args, posted, requirement, proven, undefined)
  }
  const t = await translate(args)
  const typed = textIn(posted, way === 'password' ? 'password' : 'code')
  const wrong = (text: string) => ask(requirement, way, { errors: [{ name: fieldOf(way), text }], ...waitIn(posted) })
  if ((way === 'password' ? typed : typed.trim()) === '') return wrong(t(`stepUp.missing.${way}`))
  if (way === 'password' && typed.length > 1024) return wrong(t('field.password.too_long'))
  const read =
    way === 'password'
      ? { ok: true as const, value: typed }
      : way === 'authenticator'
        ? readFactorCode(typed)
        : readCode(typed)
  // A malformed code comes back, to be corrected.
  if (!read.ok) {
    const text = textOf(t, partsOfReason(refusalOf(way === 'authenticator' ? 'authenticator_code' : 'code', read)))
    return { ...wrong(text), typed: { code: textIn(posted, 'code').slice(0, 40) } }
  }
  const answer = await (await api(args)).verifySecond({ sms_code_key: requirement.key, way, code: read.value })
  return answer.ok ? 'passed' : afterFailure(args, posted, requirement, answer, way)
}

/** The same page again, unchanged. */
export const shownBefore = (posted: FormData, requirement: SecondRequirement): ShownNext<SecondRequirement> => {
  const way = wayIn(posted, requirement)
  // A challenge is shown once.
  return way && way !== 'passkey' ? ask(requirement, way, waitIn(posted)) : { requirement, errors: [] }
}

const sendCode = async (
  args: Args,
  posted: FormData,
  requirement: SecondRequirement,
  way: 'mobile' | 'email',
): Promise<Checked<Requirement>> => {
  const answer = await (await api(args)).sendSecondCode({ sms_code_key: requirement.key, way })
  if (answer.ok) return ask(requirement, way, { waitSeconds: answer.data.retry_after })
  // The code that was sent within the last minute still works.
  if (answer.code === 'resend_too_soon') return ask(requirement, way, { waitSeconds: answer.data.retry_after })
  return afterFailure(args, posted, requirement, answer, wayIn(posted, requirement))
}

const afterFailure = async (
  args: Args,
  posted: FormData,
  requirement: SecondRequirement,
  failure: Failure,
  way: Way | undefined,
): Promise<Checked<Requirement>> => {
  // The key has expired or the session has ended. The retried call of the form returns its current requirement.
  if (failure.code === 'ticket_refused' || failure.code === 'not_signed_in') return 'passed'
  if (failure.code === 'captcha_required') {
    const sent = sentNames.flatMap((name): [string, string][] =>
      posted.has(name) ? [[name, textIn(posted, name).slice(0, 1024)]] : [],
    )
    const captcha: Requirement = {
      kind: 'captcha',
      opening: openingOf(failure.data.decision),
      rejection: '',
      within: { requirement, sent },
    }
    return { requirement: captcha, errors: [] }
  }
  const name = way && failedFields.includes(failure.code) ? fieldOf(way) : ''
  const t = await translate(args)
  const lines = failure.code === 'wrong_credentials' ? [wrongPassword] : linesOf(failure, logIdOf(args))
  // No code is accepted now, so the page needs another way, or another code.
  const isOver = failure.code === 'code_locked' || failure.code === 'too_many_wrong_codes'
  const errors = lines.map((line) => ({ name: isOver ? '' : name, text: textOf(t, line) }))
  return way && !isOver ? ask(requirement, way, { errors, ...waitIn(posted) }) : { requirement, errors }
}

/** The account belongs to the session, so only the password can be wrong. */
const wrongPassword: Line = { key: 'error.wrong_credentials_password' }

const fieldOf = (way: Way): string => (way === 'password' ? 'password' : 'code')

/** Failures of a code or password. Any other failure is an error of the form. */
const failedFields: Failure['code'][] = ['wrong_credentials', ...codeErrors]

const sentNames = ['way', 'code', 'password', 'send_mobile', 'send_email', 'again_at']

interface Asking {
  errors?: PageError[]
  waitSeconds?: number
  /** The failures of a passkey. */
  options?: RequestOptions
}

/** Requests the code of a way, the password, or a passkey. */
const ask = (
  requirement: SecondRequirement,
  way: Way,
  { errors = [], waitSeconds = 0, ...passkey }: Asking = {},
): ShownNext<SecondRequirement> => {
  const masked = requirement.ways.find((each) => each.way === way)?.masked ?? ''
  const againAt = waitSeconds > 0 ? Date.now() + waitSeconds * 1000 : 0
  return { requirement, errors, chosen: { way, masked, waitSeconds, againAt, ...passkey } }
}

/** Seconds until another code may be sent, as posted by the page. The account API enforces it. */
const waitIn = (posted: FormData): { waitSeconds: number } => {
  const seconds = Math.ceil((Number(textIn(posted, 'again_at')) - Date.now()) / 1000)
  return { waitSeconds: seconds > 0 && seconds <= longestWaitSeconds ? seconds : 0 }
}

const longestWaitSeconds = 600

const wayIn = (posted: FormData, { ways }: SecondRequirement): Way | undefined =>
  ways.find((each) => each.way === posted.get('way'))?.way
