import type { OperatorCall } from '#contract/call'
import type { Answer } from '#contract/client'
import type { OperatorCallName } from '#contract/operator/operator-calls'
import type { OperatorError } from '#contract/operator/operator-errors'
import type { Line } from '~/forms/failure-texts'
import { readForm } from '~/forms/read-form.server'
import { reply } from '~/framework'
import { deskConfirm, leadToDeskSignIn } from '~/navigation/guards/desk-sign-in.server'
import { problem } from '~/navigation/problem'
import { redirectTo } from '~/navigation/redirect.server'
import type { Args } from '~/runtime/load-context'
import { operator, requireOperator } from '~/runtime/operator.server'
import { type ActsByPath, type AnyAct, actAt } from './act'
import { formOf } from './act-form.server'

/** Makes one of the calls. Only its own row has the exact types. */
type LooseCall = (input: Record<string, unknown>) => Promise<Answer<OperatorCall>>

/** Answers a failure with another call instead of the form. Undefined: with the form. */
type Otherwise = (code: OperatorError, input: Record<string, unknown>) => Promise<Response | undefined>

/**
 * Runs an act: reads its form, checks it by the row of its call, makes the call, and redirects with a flash message.
 * Otherwise the form comes back with what was typed, and says what is wrong with which field.
 */
export const runAct = async (args: Args, one: AnyAct, otherwise?: Otherwise): Promise<Response> => {
  const { params } = args
  args.context.hasPosted = true
  await requireOperator(args, one.call as OperatorCallName)
  const form = await readForm(args, formOf(one, params), one.limits)
  if (!form.ok) return form.reply()
  const client = await operator(args)
  const answer = await (client[one.call as OperatorCallName] as LooseCall)(form.value)
  if (answer.ok) {
    const to = one.done?.(params, answer.data, form.value)
    // An answer that is shown once, such as a new key, because no other page has it.
    return to === undefined ? reply({ shown: answer.data, input: form.value }) : redirectTo(args, to)
  }
  // Nothing was typed that would be lost.
  if (answer.code === 'factor_lacking' && Object.keys(one.fields).length === 0)
    throw await leadToDeskSignIn(args, { keepsSession: true })
  const other = await otherwise?.(answer.code, form.value)
  if (other) return other
  const instead = one.otherwise?.(answer.code, params)
  return instead === undefined ? form.again(refusalLines(one, answer)) : redirectTo(args, instead)
}

export const actAction = (one: AnyAct) => (args: Args) => runAct(args, one)

/**
 * The act of a page below an object. Throws the 404 page if it does not exist, and what the guard of the desk throws.
 */
export const requireActAt = async (args: Args, acts: ActsByPath): Promise<AnyAct> => {
  const one = actAt(acts, args.params)
  if (!one) throw problem('not_found')
  await requireOperator(args, one.call as OperatorCallName)
  return one
}

/** The action of the pages below an object. The URL names the act. */
export const actsAction = (acts: ActsByPath) => async (args: Args) => runAct(args, await requireActAt(args, acts))

/** The data of a call without which a page of the desk cannot be shown. Otherwise throws a problem page. */
export const operatorData = <Data>(answer: { ok: true; data: Data } | { ok: false; code: string }): Data => {
  if (answer.ok) return answer.data
  throw problem(/^no_such_/.test(answer.code) ? 'not_found' : 'bad_request')
}

/** A failure of a call of the operator, in the client's form. */
interface Refused {
  code: OperatorError
  description: string
  logId?: string
}

/** The account API's text says which rule an input breaks. It is in English. */
const ownWords: OperatorError[] = ['invalid_input', 'not_possible', 'picture_refused', 'not_another_operator']

/** The errors to show for a failed act: at the field that it is about, or at the form. */
const refusalLines = (
  { refused = {}, at = {} }: Pick<AnyAct, 'refused' | 'at'>,
  { code, description, logId = '' }: Refused,
): Line[] => {
  const field = at[code]
  const key = refused[code] ?? `operatorError.${code}`
  return [
    {
      key,
      values: { logId },
      ...(code === 'factor_lacking' && { link: { path: deskConfirm, key: 'desk.confirm', newTab: true } }),
      ...(field !== undefined && { field, onPage: true }),
      ...(ownWords.includes(code) && refused[code] === undefined && { description }),
    },
  ]
}
