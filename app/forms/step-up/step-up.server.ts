import type { Failure } from '#contract/client'
import { reply } from '~/framework'
import { languageNamed, translate } from '~/i18n/i18n.server'
import { isAbsent } from '~/runtime/absent-calls.server'
import type { Args } from '~/runtime/load-context'
import { formOf } from '~/session/packed-fields.server'
import { dropWaitingForm } from '~/session/parked-cookie.server'
import { visitor } from '~/session/visitor.server'
import { checkCaptcha, openChallenge, openingOf, taskOf } from './captcha.server'
import {
  fileFields,
  type ParkedForm,
  park,
  parkInCookie,
  type Rejection,
  type Requirement,
  unpark,
} from './parked.server'
import { checkSecondVerification, shownBefore } from './second-verification.server'
import { buttons, type Checked, type ShownNext, type StepUp, textIn } from './step-up'
import { allowScript } from './vendor.server'

/** The result of a posted form, which may be the answer to a step-up. */
export type Resumed =
  /** The posted form, or the parked form to retry. */
  | { state: 'form'; formData: FormData }
  | { state: 'step-up'; stepUp: StepUp }
  /** The person closed the step-up. */
  | { state: 'closed'; formData: FormData; rejection: Rejection }
  /** The parked form cannot be opened. */
  | { state: 'expired' }

/**
 * What a failed call requires; undefined for a failure without a step-up. A 2046 without ways shows the slider for its
 * key (spec section 8). The upstream decides which proof the slider gives.
 */
const requirementOf = (failure: Failure): Requirement | undefined => {
  if (failure.code === 'captcha_required')
    return { kind: 'captcha', opening: openingOf(failure.data.decision), rejection: '' }
  if (failure.code !== 'second_verification_required') return undefined
  const {
    sms_code_key: key,
    ways,
    platforms: named = [],
    wait_hours: waitHours = null,
    lacks_another: lacksAnother = false,
    asks_factor: asksFactor = false,
  } = failure.data
  const platforms = isAbsent('thirdPartyStart') ? [] : named
  return ways.length + platforms.length > 0
    ? { kind: 'second', key, ways, platforms, waitHours, lacksAnother, asksFactor }
    : { kind: 'captcha', opening: { decision: key }, rejection: 'SECOND_VALID' }
}

/** True when a failed call needs a step-up. */
export const isStepUp = (failure: Failure): boolean => requirementOf(failure) !== undefined

/**
 * Parks the form whose call has failed and returns the step-up to show, if there is one.
 * @param maxLength of the sealed form
 */
export const stepUpFor = async (
  args: Args,
  formData: FormData,
  failure: Failure,
  maxLength: number,
): Promise<StepUp | undefined> => {
  const requirement = requirementOf(failure)
  if (!requirement) return undefined
  return show(args, { formData, files: fileFields(formData), requirement }, { requirement, errors: [] }, maxLength)
}

/**
 * Checks a posted answer to a step-up, and returns the parked form or the step-up to show next.
 * @param maxLength of a sealed form
 */
export const resume = async (args: Args, posted: FormData, maxLength: number): Promise<Resumed> => {
  const sealed = posted.get('parked')
  if (typeof sealed !== 'string') return { state: 'form', formData: posted }
  const parked = await unpark(args, sealed, maxLength)
  if (!parked) return { state: 'expired' }
  const { formData, requirement } = parked
  const button = buttons.find((name) => posted.has(name) || posted.has(`${name}.x`))
  if (button === 'close') return { state: 'closed', formData, rejection: rejectionOf(requirement) }
  if (button === 'wait' && requirement.kind === 'second' && requirement.waitHours !== null) {
    formData.set('wait', '1')
    return { state: 'form', formData }
  }
  // A person who returns from a provider has a fresh session. If not, the retried call asks again.
  if (button === 'proven') {
    dropWaitingForm(args)
    return { state: 'form', formData }
  }
  const language = languageNamed(posted.get('in_language'))
  if (language) args.context.language = language
  const checked = language ? shownOtherwise(posted, requirement) : await check(args, posted, requirement)
  const stepUp = checked === 'passed' ? undefined : await show(args, parked, checked, maxLength)
  if (stepUp) return { state: 'step-up', stepUp }
  for (const { name } of parked.files)
    for (const file of posted.getAll(name)) if (typeof file !== 'string') formData.append(name, file)
  // Without a step-up to show, the retried call of the form returns its current requirement.
  return { state: 'form', formData }
}

/**
 * The response that shows a step-up. An action throws it, and the root catches it. A returned response would be lost at
 * a URL whose loader redirects, because Remix runs the loaders after the action.
 */
export const stepUpResponse = (stepUp: StepUp): Response =>
  reply({ stepUp }, { status: stepUp.errors.length > 0 ? 422 : 200 })

const rejectionOf = (requirement: Requirement): Rejection =>
  requirement.kind === 'captcha' ? requirement.rejection : 'SECOND_VALID'

const check = async (args: Args, posted: FormData, requirement: Requirement): Promise<Checked<Requirement>> => {
  if (requirement.kind === 'second') return checkSecondVerification(args, posted, requirement)
  const checked = await checkCaptcha(args, posted, requirement)
  if (checked !== 'passed' || !requirement.within) return checked
  return checkSecondVerification(args, formOf(requirement.within.sent), requirement.within.requirement)
}

/** The page as it was shown, with the typed values and without its errors. */
const shownOtherwise = (posted: FormData, requirement: Requirement): ShownNext<Requirement> => ({
  ...(requirement.kind === 'second' ? shownBefore(posted, requirement) : { requirement, errors: [] }),
  typed: { text: textIn(posted, 'text').slice(0, 40), code: textIn(posted, 'code').slice(0, 40) },
})

const show = async (
  args: Args,
  { formData, files }: ParkedForm,
  { requirement, errors, typed, chosen = null }: ShownNext<Requirement>,
  maxLength: number,
): Promise<StepUp | undefined> => {
  const { formToken } = await visitor(args)
  if (requirement.kind === 'second') {
    const parked = await park(args, { formData, files, requirement }, maxLength)
    if (parked === undefined) return undefined
    const { key: _, ...shown } = requirement
    if (shown.platforms.length > 0) await parkInCookie(args, parked, requirement)
    // The island offers a passkey.
    if (shown.ways.some(({ way }) => way === 'passkey')) args.context.islandOrigins = []
    return { ...shown, chosen, errors, ...(typed && { typed }), formToken, files, parked }
  }
  const challenge = requirement.challenge ?? (await openChallenge(args, requirement.opening))
  if (!challenge) return undefined
  const parked = await park(args, { formData, files, requirement: { ...requirement, challenge } }, maxLength)
  if (parked === undefined) return undefined
  const vendor = await allowScript(args, challenge)
  const { prompt, ...shown } = challenge
  const task = challenge.isElsewhere ? '' : taskOf(await translate(args), challenge)
  return { ...shown, task, errors, ...(typed && { typed }), formToken, files, parked, ...(vendor && { vendor }) }
}
