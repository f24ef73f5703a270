import { z } from 'zod'
import type { OperatorClient } from '#contract/client'
import { tidyReason } from '#contract/operator/fields'
import { type OperatorCallName, operatorCalls } from '#contract/operator/operator-calls'
import { failed, type Row, saying, type Typed } from './said'
import { noReason } from './words'

export type Given<Name extends OperatorCallName> = Parameters<OperatorClient[Name]>[0]

type Data<Name extends OperatorCallName> = Extract<Awaited<ReturnType<OperatorClient[Name]>>, { ok: true }>['data']

/** How a command differs from what its call says. */
interface More<Name extends OperatorCallName> extends Pick<Row, 'faults' | 'withFile'> {
  /** The description in the usage text. Default: the summary of the call. */
  text?: string
  /** Input that nobody types. */
  given?: Partial<Given<Name>>
  /** The two words for a field that is true or not, or for one that has a value or none. Default: yes and no. */
  words?: { [Field in keyof Given<Name>]?: readonly [on: string, off: string] }
  /** Reads fields that are not typed in the form of their schema. */
  read?: { [Field in keyof Given<Name>]?: (typed: string) => Given<Name>[Field] }
}

/** A command that makes one call. What is typed for a field is read by the schema of the call's input. */
export const makes = <const Name extends OperatorCallName>(
  call: Name,
  says: (data: Data<Name>, input: Given<Name>) => string,
  { text = operatorCalls[call].summary, given, words = {}, read = {}, faults, withFile }: More<Name> = {},
): Row => ({
  ...{ call, text, ...(faults && { faults }), ...(withFile && { withFile }) },
  run: async (api, typed) => {
    const { input, fault } = inputOf(operatorCalls[call].input.shape, typed, { words, read, faults })
    if (fault !== undefined) return failed(fault)
    const whole = { ...given, ...input } as Given<Name>
    const make = api[call] as (input: Given<Name>) => Promise<Parameters<typeof saying<Data<Name>>>[0]>
    return saying(await make(whole), (data) => says(data, whole))
  },
})

/** A command that makes one call, with a file of JSON for one of its fields. */
export const makesOfJson = <const Name extends OperatorCallName>(
  call: Name,
  says: (data: Data<Name>, input: Given<Name>) => string,
  { field, none, text }: { field: keyof Given<Name>; none: unknown; text: string },
): Row => {
  const withValue = (value: unknown) => makes(call, says, { text, given: { [field]: value } as Partial<Given<Name>> })
  return {
    ...withValue(none),
    run: (api, { file: _, ...typed }) => withValue(none).run(api, typed),
    withFile: async (api, file, { file: _, ...typed }) => {
      const value = jsonIn(file)
      return value == null ? failed('The file is not JSON, or has nothing in it.') : withValue(value).run(api, typed)
    },
  }
}

/** Undefined: the file is no JSON. */
const jsonIn = (file: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(file))
  } catch {
    return undefined
  }
}

interface Reading {
  faults: Row['faults'] | undefined
  words: Record<string, readonly [string, string] | undefined>
  read: Record<string, ((typed: string) => unknown) | undefined>
}

/** The input of a call, of the words that were typed, or what is wrong with one of these. */
const inputOf = (
  shape: Record<string, z.ZodType>,
  typed: Typed,
  { words, read, faults }: Reading,
): { input?: Record<string, unknown>; fault?: string } => {
  const input: Record<string, unknown> = {}
  for (const [field, word] of Object.entries(typed)) {
    const schema = shape[field]
    // An option that chooses the call.
    if (!schema) continue
    const own = read[field]
    const { value, fault } = own ? { value: own(word) } : readWord(schema, word, { field, options: words[field] })
    const told = faults?.[field]
    const isRefused = fault !== undefined || (told !== undefined && !schema.safeParse(value).success)
    if (isRefused) return { fault: told?.(word) ?? fault ?? '' }
    input[field] = value
  }
  return { input }
}

interface Word {
  value?: unknown
  fault?: string
}

const chosen = (typed: string, values: Record<string, unknown>): Word =>
  typed in values ? { value: values[typed] } : { fault: `Say ${Object.keys(values).join(' or ')}.` }

const innerOf = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable
    ? innerOf(schema.unwrap() as z.ZodType)
    : schema

/** Comma-separated values. The word `none` is an empty list. */
const listOf = (typed: string): string[] => (typed === 'none' ? [] : typed.split(','))

/** Reads a word by the schema of its field. A word that is not a number gives 0, which no call takes. */
const readWord = (
  schema: z.ZodType,
  typed: string,
  { field, options }: { field: string; options: readonly [string, string] | undefined },
): Word => {
  const inner = innerOf(schema)
  const none = schema.safeParse(null).success ? { none: null } : {}
  if (field === 'reason') return reasonIn(typed)
  if (inner instanceof z.ZodBoolean) {
    const [on, off] = options ?? ['yes', 'no']
    return chosen(typed, { [on]: true, [off]: false })
  }
  if (inner instanceof z.ZodEnum)
    return chosen(typed, { ...Object.fromEntries(inner.options.map((option) => [option, option])), ...none })
  if (inner instanceof z.ZodNumber) return { value: /^\d{1,9}$/.test(typed) ? Number(typed) : 0 }
  if (inner instanceof z.ZodArray) return listIn(inner, typed, field)
  return { value: typed in none ? null : typed }
}

const listIn = ({ element }: z.ZodArray, typed: string, field: string): Word => {
  const list = listOf(typed)
  if (!(element instanceof z.ZodEnum) || list.every((each) => element.safeParse(each).success)) return { value: list }
  return { fault: `The ${field} are ${element.options.join(', ')}, separated by commas.` }
}

const reasonIn = (typed: string): Word => {
  const reason = tidyReason(typed)
  return reason === '' ? { fault: noReason } : { value: reason }
}
