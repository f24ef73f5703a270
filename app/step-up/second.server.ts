import type { TFunction } from 'i18next'
import type { Failure } from '../../contract/client'
import { api } from '../api.server'
import { translate } from '../i18n/i18n.server'
import { waitText } from '../i18n/wait'
import type { Args } from '../load-context'
import { type Need, type SecondNeed, textFields } from './parked.server'
import { type Judged, type Second, textIn } from './step-up'

type Way = Second['ways'][number]['way']

/** Judges what was sent of a second verification: a way that was chosen, or what it has brought. */
export const judgeSecond = async (args: Args, posted: FormData, need: SecondNeed): Promise<Judged<Need>> => {
  if (posted.has('use_password')) return chosen(need, 'password')
  for (const way of ['mobile', 'email'] as const) if (posted.has(`send_${way}`)) return send(args, posted, need, way)
  const way = wayIn(posted, need)
  if (!way) return { need, errors: [] }
  const t = await translate(args)
  const typed = way === 'password' ? textIn(posted, 'password') : plainCode(textIn(posted, 'code'))
  if (typed === '') return chosen(need, way, { errors: [t(`stepUp.missing.${way}`)] })
  if (way !== 'password' && !/^\d{6}$/.test(typed)) return chosen(need, way, { errors: [t('field.code.six_digits')] })
  if (typed.length > 1024) return chosen(need, way, { errors: [t('field.password.too_long')] })
  const answer = await (await api(args)).verifySecond({ sms_code_key: need.key, way, code: typed })
  return answer.ok ? 'passed' : afterFailure(t, posted, need, answer, way)
}

const send = async (args: Args, posted: FormData, need: SecondNeed, way: 'mobile' | 'email'): Promise<Judged<Need>> => {
  const answer = await (await api(args)).sendSecondCode({ sms_code_key: need.key, way })
  if (answer.ok) return chosen(need, way, { waitSeconds: answer.data.retry_after })
  // A code that went out a moment ago is still good.
  if (answer.code === 'resend_too_soon') return chosen(need, way, { waitSeconds: answer.data.retry_after })
  return afterFailure(await translate(args), posted, need, answer, wayIn(posted, need))
}

const afterFailure = (
  t: TFunction,
  posted: FormData,
  need: SecondNeed,
  failure: Failure,
  way: Way | undefined,
): Judged<Need> => {
  // The key or the session is over: the form's own call says what is needed now.
  if (failure.code === 'ticket_refused' || failure.code === 'not_signed_in') return 'passed'
  if (failure.code === 'captcha_required') {
    const { decision } = failure.data
    const sent = textFields(posted).filter(([name]) => sentNames.includes(name))
    return { need: { kind: 'captcha', decision: decision.ticket, within: { need, sent } }, errors: [] }
  }
  const errors = [textOf(t, failure)]
  return way ? chosen(need, way, { errors }) : { need, errors }
}

const sentNames = ['way', 'code', 'password', 'send_mobile', 'send_email']

const chosen = (need: SecondNeed, way: Way, { errors = [] as string[], waitSeconds = 0 } = {}): Judged<Need> => {
  const masked = need.ways.find((each) => each.way === way)?.masked ?? ''
  return { need, errors, chosen: { way, masked, waitSeconds } }
}

const wayIn = (posted: FormData, need: SecondNeed): Way | undefined =>
  need.ways.find((each) => each.way === posted.get('way'))?.way

const plainCode = (typed: string): string => typed.normalize('NFKC').replace(/[\s\p{Pd}]/gu, '')

const textOf = (t: TFunction, { code, data }: Failure): string => {
  const { tries_left: count, retry_after: seconds } = data as { tries_left?: number; retry_after?: number }
  if (code === 'wrong_credentials') return t('error.wrong_credentials_password')
  return t(`error.${code === 'undeclared' ? 'internal' : code}`, {
    ...(seconds !== undefined && { wait: waitText(t, seconds) }),
    ...(count !== undefined && { count }),
  })
}
