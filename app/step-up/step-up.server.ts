import type { Failure } from '../../contract/client'
import { reply } from '../framework'
import type { Args } from '../load-context'
import { visitor } from '../session/visitor.server'
import { judgeCaptcha, openChallenge } from './captcha.server'
import { formOf, type Need, park, unpark } from './parked.server'
import { judgeSecond } from './second.server'
import { type Judged, pressed, type StepUp } from './step-up'
import { allowScript } from './vendor.server'

/** What became of a posted form that may be the answer to a step-up. */
export type Resumed =
  /** The form itself, or the one that waited and may go on. */
  | { go: 'on'; formData: FormData }
  | { go: 'show'; formData: FormData; stepUp: StepUp }
  /** Back to the form, with what was typed. */
  | { go: 'closed'; formData: FormData; description: '' | 'SECOND_VALID' }
  /** Nothing is left of the form. */
  | { go: 'expired'; formData: FormData }

/** What a failed call asks of the person, if it is something that they can show here. */
const needOf = (failure: Failure): Need | undefined => {
  if (failure.code === 'captcha_required') return { kind: 'captcha', decision: failure.data.decision.ticket }
  if (failure.code !== 'second_verification_required') return undefined
  const { sms_code_key: key, ways } = failure.data
  return { kind: 'second', key, ways }
}

/** Whether a failed call only waits for the person to show something. */
export const isStepUp = (failure: Failure): boolean => needOf(failure) !== undefined

/** Parks the form that a call has failed for, and says what to show in its place; undefined when nothing helps. */
export const stepUpFor = async (args: Args, formData: FormData, failure: Failure): Promise<StepUp | undefined> => {
  const need = needOf(failure)
  return need && show(args, formData, { need, errors: [] })
}

/** Reads a posted form: an ordinary one goes on at once, the answer to a step-up is judged first. */
export const resume = async (args: Args, posted: FormData): Promise<Resumed> => {
  const sealed = posted.get('parked')
  if (typeof sealed !== 'string') return { go: 'on', formData: posted }
  const waiting = await unpark(args, sealed)
  if (!waiting) return { go: 'expired', formData: new FormData() }
  const { formData, need } = waiting
  const button = pressed.find((name) => posted.has(name) || posted.has(`${name}.x`))
  if (button === 'close') return { go: 'closed', formData, description: need.kind === 'captcha' ? '' : 'SECOND_VALID' }
  const judged = await judge(args, posted, need)
  const stepUp = judged === 'passed' ? undefined : await show(args, formData, judged)
  // Where nothing can be shown any more, the form's own call decides anew what it needs.
  return stepUp ? { go: 'show', formData, stepUp } : { go: 'on', formData }
}

/**
 * The answer that shows a step-up in place of the page: to be thrown from an action, for the root to catch. An answer that
 * is returned would be lost at a URL whose loader redirects, since Remix runs the loaders of the page after its action.
 */
export const stepUpPage = (stepUp: StepUp): Response =>
  reply({ stepUp }, { status: stepUp.errors.length > 0 ? 422 : 200 })

const judge = async (args: Args, posted: FormData, need: Need): Promise<Judged<Need>> => {
  if (need.kind === 'second') return judgeSecond(args, posted, need)
  const judged = await judgeCaptcha(args, posted, need)
  return judged === 'passed' && need.within ? judgeSecond(args, formOf(need.within.sent), need.within.need) : judged
}

const show = async (
  args: Args,
  formData: FormData,
  { need, errors, chosen = null }: Exclude<Judged<Need>, 'passed'>,
): Promise<StepUp | undefined> => {
  const { formToken } = await visitor(args)
  if (need.kind === 'second')
    return { kind: 'second', ways: need.ways, chosen, errors, formToken, parked: await park(args, formData, need) }
  const challenge = need.challenge ?? (await openChallenge(args, need.decision))
  if (!challenge) return undefined
  const parked = await park(args, formData, { ...need, challenge })
  const vendor = await allowScript(args, challenge)
  return { ...challenge, errors, formToken, parked, ...(vendor && { vendor }) }
}
