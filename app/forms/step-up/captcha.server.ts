import type { TFunction } from 'i18next'
import type { ErrorData } from '#contract/errors'
import { captchaSubtypeOf } from '#contract/verification/captchas'
import { isSmall } from '~/document/small.server'
import { translate } from '~/i18n/i18n.server'
import { waitText } from '~/i18n/wait'
import { isAbsent } from '~/runtime/absent-calls.server'
import { api } from '~/runtime/api.server'
import { env } from '~/runtime/env.server'
import type { Args } from '~/runtime/load-context'
import { logIdOf, logOf } from '~/runtime/log.server'
import type { CaptchaRequirement, Opening } from './parked.server'
import { type Checked, type OpenedCaptcha, textIn } from './step-up'

/** The input that opens the challenges of a decision. */
export const openingOf = ({ code, ticket }: ErrorData<'captcha_required'>['decision']): Opening =>
  ticket ? { decision: ticket } : { code }

/**
 * Opens a challenge. Undefined when its decision has expired. A small page needs letters, because its screen has no
 * room for a puzzle. The twelve pictures of one kind are too large for it, so an account API that ignores the requested
 * kind is asked again.
 */
export const openChallenge = async (args: Args, opening: Opening): Promise<OpenedCaptcha | undefined> => {
  if (isAbsent('getCaptcha')) return challengeElsewhere(args, opening)
  if (!isSmall(args.request)) return open(args, opening)
  const small = 'decision' in opening ? { ...opening, subtype: 'text' as const } : opening
  const opened = await open(args, small)
  return opened?.subtype === 'whirl' ? open(args, small) : opened
}

/** The challenge if the account API has none: the vendor's, or none if the operator has configured no vendor. */
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
  const { id, code, subtype, prompt, pictures, wait_seconds: wait } = answer.data
  return {
    kind: 'captcha',
    id,
    code,
    subtype: subtype ?? captchaSubtypeOf(code),
    prompt,
    pictures,
    ...(wait !== undefined && { wait }),
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
 * Checks the answer to a challenge. A correct one adds the captcha's ticket to the calls of this request. After a wrong
 * one, the same challenge is shown while it has attempts left, then another.
 */
export const checkCaptcha = async (
  args: Args,
  posted: FormData,
  requirement: CaptchaRequirement,
): Promise<Checked<CaptchaRequirement>> => {
  const { challenge, ...unopened } = requirement
  const { opening } = requirement
  if (posted.has('letters') && 'decision' in opening)
    return { requirement: { ...unopened, opening: { ...opening, subtype: 'text' } }, errors: [] }
  if (posted.has('another') || !challenge) return { requirement: unopened, errors: [] }
  const t = await translate(args)
  if (posted.has('waited') && 'decision' in opening) {
    const answer = await (await api(args)).verifyCaptcha({ decision: opening.decision })
    if (answer.ok) return pass(args, answer.data)
    if (answer.code !== 'too_many_requests') return { requirement: unopened, errors: [] }
    const wait = waitText(t, answer.data.retry_after)
    // Its picture may have expired by now.
    return { requirement: unopened, errors: [{ name: '', text: t('stepUp.waiting', { wait }) }] }
  }
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
  if (answer.ok) return pass(args, answer.data)
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

/** Adds the ticket of a passed captcha to the calls of this request. */
const pass = (args: Args, { captcha_ticket }: { captcha_ticket: string }): 'passed' => {
  args.context.captchaTicket = captcha_ticket
  return 'passed'
}

/** The answer field of each subtype, for people who see the picture. */
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

const fieldOf = (answer: NonNullable<ReturnType<typeof answerIn>>): string => {
  if ('text' in answer) return 'text'
  if ('point' in answer) return 'answer'
  return 'numbers' in answer ? 'number' : ''
}
