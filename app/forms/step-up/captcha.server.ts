import type { TFunction } from 'i18next'
import type { ErrorData } from '../../../contract/errors'
import { captchaSubtypeOf } from '../../../contract/verification/captchas'
import { isSmall } from '../../document/small.server'
import { translate } from '../../i18n/i18n.server'
import { waitText } from '../../i18n/wait'
import { isAbsent } from '../../runtime/absent-calls.server'
import { api } from '../../runtime/api.server'
import { env } from '../../runtime/env.server'
import type { Args } from '../../runtime/load-context'
import { logIdOf, logOf } from '../../runtime/log.server'
import type { CaptchaRequirement, Opening } from './parked.server'
import { type Checked, type OpenedCaptcha, textIn } from './step-up'

/** The input that opens the challenges of a decision. */
export const openingOf = ({ code, ticket }: ErrorData<'captcha_required'>['decision']): Opening =>
  ticket ? { decision: ticket } : { code }

/**
 * Opens a challenge; undefined when its decision has expired. The twelve pictures of one kind are too large for a small
 * page, which gets another challenge instead.
 */
export const openChallenge = async (args: Args, opening: Opening): Promise<OpenedCaptcha | undefined> => {
  if (isAbsent('getCaptcha')) return challengeElsewhere(args, opening)
  const opened = await open(args, opening)
  return opened?.subtype === 'whirl' && isSmall(args.request) ? open(args, opening) : opened
}

/**
 * The challenge of an account API that has none of its own: that of the vendor, or none, where the operator has named no
 * vendor.
 */
const challengeElsewhere = (args: Args, opening: Opening): OpenedCaptcha => {
  const { code } = { code: undefined, ...opening }
  if (!env().captchaVendor)
    logOf(args).error(
      { logId: logIdOf(args) },
      'the account API asks for a captcha, and there is none: set CAPTCHA, or map getCaptcha to a path',
    )
  const id = 'decision' in opening ? opening.decision : ''
  return {
    kind: 'captcha',
    id,
    isElsewhere: true,
    ...(code !== undefined && { code }),
    subtype: captchaSubtypeOf(code ?? 0),
    prompt: {},
    pictures: [],
  }
}

const open = async (args: Args, opening: Opening): Promise<OpenedCaptcha | undefined> => {
  const answer = await (await api(args)).getCaptcha(opening)
  if (!answer.ok) return undefined
  const { id, code, subtype, prompt, pictures } = answer.data
  return {
    kind: 'captcha',
    id,
    code,
    subtype: subtype ?? captchaSubtypeOf(code),
    prompt,
    pictures,
  }
}

/** The task of a captcha, in words. */
export const taskOf = (t: TFunction, { subtype, prompt: { size, shape } }: OpenedCaptcha): string =>
  t(`stepUp.task.${subtype}`, {
    ...(shape && {
      size: t(`stepUp.size.${size}`),
      shape: t(`stepUp.shape.${shape}`),
    }),
  })

/**
 * Checks the answer to a challenge. The right one adds the captcha's ticket to the calls of this request. After a wrong
 * one, the same challenge is shown while it has tries left, then another.
 */
export const checkCaptcha = async (
  args: Args,
  posted: FormData,
  requirement: CaptchaRequirement,
): Promise<Checked<CaptchaRequirement>> => {
  const { challenge, ...unopened } = requirement
  if (posted.has('another') || !challenge) return { requirement: unopened, errors: [] }
  const t = await translate(args)
  const given = answerIn(posted)
  const name = given ? fieldOf(given) : answerFields[challenge.subtype]
  if (!given) return { requirement, errors: [{ name, text: t('stepUp.missing.captcha') }] }
  if (isAbsent('verifyCaptcha')) {
    // The account API asks the vendor about its token.
    if (!('vendor_token' in given)) return { requirement, errors: [{ name, text: t('stepUp.missing.captcha') }] }
    args.context.captchaTicket = given.vendor_token
    return 'passed'
  }
  const answer = await (await api(args)).verifyCaptcha({ id: challenge.id, ...given })
  if (answer.ok) {
    args.context.captchaTicket = answer.data.captcha_ticket
    return 'passed'
  }
  // No field of the next challenge has an error.
  const openAnother = (text: string) => ({ requirement: unopened, errors: [{ name: '', text }] })
  if (answer.code === 'too_many_requests') {
    const wait = waitText(t, answer.data.retry_after)
    return { requirement, errors: [{ name, text: t('stepUp.wait', { wait }) }] }
  }
  if (answer.code !== 'captcha_wrong') return openAnother(t('stepUp.over'))
  const { tries_left: count } = answer.data
  return count > 0
    ? { requirement, errors: [{ name, text: t('stepUp.wrong', { count }) }] }
    : openAnother(t('stepUp.wrong_last'))
}

/** The answer field of each subtype for people who see the picture. */
const answerFields = { text: 'text', slide: 'answer', '3d': 'answer', whirl: 'number' } as const

/** A typed text takes precedence over a click, because the Enter key clicks the corner of the picture. */
const answerIn = (posted: FormData) => {
  const vendor_token = textIn(posted, 'vendor_token').slice(0, 4096)
  if (vendor_token !== '') return { vendor_token }
  const text = textIn(posted, 'text').trim().slice(0, 40)
  if (text !== '') return { text }
  const [x, y] = ['answer.x', 'answer.y'].map((name) => Number.parseInt(textIn(posted, name), 10))
  if (Number.isSafeInteger(x) && Number.isSafeInteger(y) && (x !== 0 || y !== 0))
    return { point: { x: x as number, y: y as number } }
  const numbers = posted.getAll('number').slice(0, 12).map(Number).filter(Number.isSafeInteger)
  return numbers.length > 0 ? { numbers } : undefined
}

/** The field of an answer. A vendor's captcha has none. */
const fieldOf = (answer: NonNullable<ReturnType<typeof answerIn>>): string => {
  if ('text' in answer) return 'text'
  if ('point' in answer) return 'answer'
  return 'numbers' in answer ? 'number' : ''
}
