import type { TFunction } from 'i18next'
import type { Client } from '../../contract/client'
import type { ErrorData } from '../../contract/errors'
import { api } from '../api.server'
import { translate } from '../i18n/i18n.server'
import type { Args } from '../load-context'
import { type Need, park, unpark } from './parked.server'
import { type Captcha, pressed, type StepUp } from './step-up'

/** What became of a posted form that may be the answer to a step-up. */
export type Resumed =
  /** The form itself, or the one that waited and may go on. */
  | { go: 'on'; formData: FormData }
  | { go: 'show'; formData: FormData; stepUp: StepUp }
  /** Back to the form, with what was typed. */
  | { go: 'closed'; formData: FormData; description: '' | 'SECOND_VALID' }
  /** Nothing is left of the form. */
  | { go: 'expired'; formData: FormData }

interface Failure {
  code: string
  data: unknown
}

/** What a failed call asks of the person, if it is something that they can show here. */
const needOf = ({ code, data }: Failure): Need | undefined => {
  if (code === 'captcha_required')
    return { kind: 'captcha', decision: (data as ErrorData<'captcha_required'>).decision.ticket }
  if (code !== 'second_verification_required') return undefined
  const { sms_code_key: key, ways } = data as ErrorData<'second_verification_required'>
  return { kind: 'second', key, ways }
}

/** Whether a failed call only waits for the person to show something. */
export const isStepUp = (failure: Failure): boolean => needOf(failure) !== undefined

/** Parks the form that a call has failed for, and says what to show in its place; undefined when nothing helps. */
export const stepUpFor = async (args: Args, formData: FormData, failure: Failure): Promise<StepUp | undefined> => {
  const need = needOf(failure)
  return need && show(args, formData, need, [])
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
  const judged =
    need.kind === 'captcha' ? await judgeCaptcha(args, posted, need) : await judgeSecond(args, posted, need)
  if (judged === 'passed') return { go: 'on', formData }
  const stepUp = await show(args, formData, judged.need, judged.errors, judged.chosen)
  return stepUp ? { go: 'show', formData, stepUp } : { go: 'expired', formData }
}

type Chosen = Extract<StepUp, { kind: 'second' }>['chosen']
type Judged = 'passed' | { need: Need; errors: string[]; chosen?: Chosen }
type NeedOf<Kind extends Need['kind']> = Extract<Need, { kind: Kind }>

const show = async (
  args: Args,
  formData: FormData,
  need: Need,
  errors: string[],
  chosen: Chosen = null,
): Promise<StepUp | undefined> => {
  if (need.kind === 'second')
    return { kind: 'second', ways: need.ways, chosen, errors, parked: await park(args, formData, need) }
  const challenge = need.challenge ?? (await open(args, need.decision))
  if (!challenge) return undefined
  const parked = await park(args, formData, { ...need, challenge })
  return { ...challenge, errors, parked }
}

const open = async (args: Args, decision: string): Promise<Captcha | undefined> => {
  const answer = await (await api(args)).getCaptcha({ decision })
  if (!answer.ok) return undefined
  const { id, subtype, prompt, pictures } = answer.data
  return {
    kind: 'captcha',
    id,
    subtype: subtype as Captcha['subtype'],
    task: taskOf(await translate(args), subtype, prompt),
    pictures,
  }
}

const taskOf = (t: TFunction, subtype: string, { size, colour, shape }: Record<string, string | undefined>): string =>
  t(`stepUp.task.${subtype}`, {
    ...(shape && {
      size: t(`stepUp.size.${size}`),
      colour: t(`stepUp.colour.${colour}`),
      shape: t(`stepUp.shape.${shape}`),
    }),
  })

/** A wrong answer may be given again as long as the challenge lives; then there is another one. */
const judgeCaptcha = async (args: Args, posted: FormData, need: NeedOf<'captcha'>): Promise<Judged> => {
  const { challenge, ...another } = need
  if (posted.has('another') || !challenge) return { need: another, errors: [] }
  const client = await api(args)
  const t = await translate(args)
  const answer = await client.verifyCaptcha({ id: challenge.id, ...answerIn(posted) })
  if (answer.ok) {
    args.context.captchaTicket = answer.data.captcha_ticket
    return 'passed'
  }
  if (answer.code !== 'captcha_wrong') return { need: another, errors: [t('stepUp.over')] }
  const { tries_left: count } = answer.data
  return count > 0
    ? { need, errors: [t('stepUp.wrong', { count })] }
    : { need: another, errors: [t('stepUp.wrong_last')] }
}

/** A typed text counts before a click: pressing Enter clicks the picture at its corner. */
const answerIn = (posted: FormData) => {
  const text = textIn(posted, 'text').slice(0, 40)
  if (text !== '') return { text }
  const [x, y] = ['answer.x', 'answer.y'].map((name) => Number.parseInt(textIn(posted, name), 10))
  if (Number.isSafeInteger(x) && Number.isSafeInteger(y)) return { place: { x: x as number, y: y as number } }
  const numbers = posted.getAll('number').slice(0, 12).map(Number).filter(Number.isSafeInteger)
  return numbers.length > 0 ? { numbers } : {}
}

const judgeSecond = async (args: Args, posted: FormData, need: NeedOf<'second'>): Promise<Judged> => {
  const client = await api(args)
  const t = await translate(args)
  if (posted.has('use_password')) return { need, errors: [], chosen: chosenOf(need, 'password', 0) }
  for (const way of ['mobile', 'email'] as const) if (posted.has(`send_${way}`)) return sendSecond(client, t, need, way)
  const way = need.ways.find((each) => each.way === posted.get('way'))?.way
  if (!way) return { need, errors: [] }
  const code = textIn(posted, way === 'password' ? 'password' : 'code').normalize('NFKC')
  const typed = way === 'password' ? textIn(posted, 'password') : code.replace(/[\s\p{Pd}]/gu, '')
  if (typed === '') return { need, errors: [t(`stepUp.missing.${way}`)], chosen: chosenOf(need, way, 0) }
  const answer = await client.verifySecond({ sms_code_key: need.key, way, code: typed.slice(0, 1024) })
  return answer.ok ? 'passed' : { need, errors: [textOf(t, answer)], chosen: chosenOf(need, way, 0) }
}

const sendSecond = async (
  client: Client,
  t: TFunction,
  need: NeedOf<'second'>,
  way: 'mobile' | 'email',
): Promise<Judged> => {
  const answer = await client.sendSecondCode({ sms_code_key: need.key, way })
  if (answer.ok) return { need, errors: [], chosen: chosenOf(need, way, answer.data.retry_after) }
  // A code that went out a moment ago is still good.
  if (answer.code === 'resend_too_soon')
    return { need, errors: [], chosen: chosenOf(need, way, answer.data.retry_after) }
  return { need, errors: [textOf(t, answer)] }
}

const chosenOf = (need: NeedOf<'second'>, way: 'mobile' | 'email' | 'password', waitSeconds: number): Chosen => ({
  way,
  masked: need.ways.find((each) => each.way === way)?.masked ?? '',
  waitSeconds,
})

const textOf = (t: TFunction, { code, data }: Failure): string => {
  const { tries_left: count, retry_after: seconds } = data as { tries_left?: number; retry_after?: number }
  const wait = seconds === undefined ? {} : { wait: t('wait.minutes', { count: Math.ceil(seconds / 60) }) }
  return t(`error.${code}`, { ...wait, ...(count !== undefined && { count }) })
}

const textIn = (posted: FormData, name: string): string => {
  const value = posted.get(name)
  return typeof value === 'string' ? value : ''
}
