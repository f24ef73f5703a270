import type { z } from 'zod'
import type { OperatorCallName, OperatorCalls } from '#contract/operator/operator-calls'
import type { OperatorError } from '#contract/operator/operator-errors'
import type { FormLimits } from '~/document/page-handle'
import type { Destination } from '~/navigation/flash/flash.server'

export type InputOf<Name extends OperatorCallName> = z.input<OperatorCalls[Name]['input']>

export type DataOf<Name extends OperatorCallName> = z.output<OperatorCalls[Name]['output']>

/** The values in the URL of the page of an act, by the names of the route's parameters. */
export type Params = Readonly<Record<string, string | undefined>>

/**
 * How a field of an act is drawn and read.
 * - `line`: a line of text. `text`: several. Spaces around it are dropped; an empty one is not sent.
 * - `reason`: why the operator acts. With `isForLog`, the people concerned do not read it, and it may be left empty.
 * - `number`: a whole number.
 * - `lines`: a list of texts, typed one a line. An empty field is an empty list.
 * - `tick`: a tick box: true or false.
 * - `choice`: one of some values. `choices`: any of them, as a list.
 * - `hidden`: a value that the page knows and the URL lacks.
 */
export type FieldKind = 'line' | 'text' | 'reason' | 'number' | 'lines' | 'tick' | 'choice' | 'choices' | 'hidden'

/** A field of an act. Its label is the text `actField.<name>.label`, unless `label` is set. */
export interface ActField {
  kind: FieldKind
  /** Message keys. A `reason` has its own label. */
  label?: string
  hint?: string
  /** The values of a choice, and the message key of each. A loader may set them instead (`ActPage`, `options`). */
  options?: Readonly<Record<string, string>>
  maxLength?: number
  /** The message keys of its faults, which replace the common ones. */
  refused?: Partial<Record<FieldFault, string>>
  /** The input for an empty field. Without it, nothing is sent. */
  empty?: null
  isForLog?: true
}

export type FieldFault = 'missing' | 'too_long' | 'invalid'

/**
 * One act of the operator: a call, and the form from which it is made.
 * Its texts are `act.<call>.title`, `act.<call>.text` (what it will do) and `act.<call>.submit`.
 */
export interface Act<Name extends OperatorCallName = OperatorCallName> {
  call: Name
  /** The fields of its form, in order, by their names in the call's input. */
  fields: Readonly<Record<string, ActField>>
  /** The parts of the input that the URL determines. A form cannot change them. */
  fixed?: (params: Params) => Readonly<Record<string, string>>
  /**
   * Builds the input, if its shape differs from the form's.
   * @param typed the values of the fields, by name
   */
  shape?: (typed: Record<string, unknown>) => Record<string, unknown>
  /** Further faults of the typed values, beyond those that the row of the call finds: message keys, by field. */
  check?: (typed: Record<string, unknown>) => Readonly<Record<string, string>>
  /** The limits of its form that differ from the default ones. The handle of its page has them too. */
  limits?: Partial<FormLimits>
  /** The field of the form for a part of the input that `shape` made: `{ 'texts.en': 'text_en' }`. */
  fieldOf?: Readonly<Record<string, string>>
  /**
   * Where it redirects afterwards, with the flash message. Without it, the page shows the answer (`ActPage`, `shown`).
   */
  done?: (params: Params, data: DataOf<Name>, input: InputOf<Name>) => Destination
  /** The page to which a failure of a second click redirects. Otherwise the form is shown again. */
  otherwise?: (code: OperatorError, params: Params) => Destination | undefined
  /** The message keys of failures with more specific texts than `operatorError.<code>`. */
  refused?: { [Code in OperatorError]?: string }
  /** The field at which each failure is shown. */
  at?: { [Code in OperatorError]?: string }
  /** True when it ends or removes something: its title asks, and the link back says what stays. */
  isDanger?: true
}

export const act = <const Name extends OperatorCallName>(call: Name, one: Omit<Act<Name>, 'call'>): Act<Name> => ({
  ...one,
  call,
})

/** An act whose call does not matter to the code that draws or runs it. */
// biome-ignore lint/suspicious/noExplicitAny: the functions of an act take what its own call answers.
export type AnyAct = Act<any>

export const reasonForPeople: ActField = { kind: 'reason' }

/** A reason for the log only, which may be left empty. */
export const reasonForLog: ActField = { kind: 'reason', isForLog: true }

/** The name that the operator gives an organisation or a person. */
export const newName: ActField = {
  kind: 'line',
  maxLength: 100,
  label: 'actField.new_name.label',
  hint: 'actField.new_name.hint',
  refused: { missing: 'actField.new_name.missing' },
}

/** The acts of the pages below a thing, by the last part of their URL. */
export type ActsByPath = Readonly<Record<string, AnyAct>>

/** The act of a page by the parameter `act` of its URL. Undefined: no such page. */
export const actAt = (acts: ActsByPath, { act: name = '' }: Params): AnyAct | undefined =>
  Object.hasOwn(acts, name) ? acts[name] : undefined

export const actTitle = (one: AnyAct | undefined): string => (one ? `act.${one.call}.title` : 'desk.areas.label')

/** The title of the page of an act, by the URL. */
export const titleOfAct =
  (acts: ActsByPath) =>
  (params: Params): string =>
    actTitle(actAt(acts, params))
