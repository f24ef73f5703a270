import { z } from 'zod'

/** The documentation of an entry: its values and its meaning. */
export interface EntryDocumentation {
  takes: string
  decides: string
}

/** An entry with a default and its documentation. A refused value is reported as in the file. */
export const entry = <Value>(
  schema: z.ZodType<Value>,
  usual: Value & z.core.util.NoUndefined<Value>,
  documentation: EntryDocumentation,
) => schema.default(usual).meta({ ...documentation })

/** A value as JSON, cut short. */
const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

export const not = (what: string) => ({ error: ({ input }: { input?: unknown }) => `${shown(input)} is not ${what}` })

export const word = <const Words extends readonly [string, ...string[]]>(
  words: Words,
  usual: Words[number],
  decides: string,
) => {
  const takes = words.map((each) => `\`${each}\``).join(', ')
  const schema: z.ZodType<Words[number]> = z.enum(words, not(`one of ${words.join(', ')}`))
  return entry(schema, usual as Words[number] & {}, { takes, decides })
}

/** A whole number within a range. */
export const whole = (min: number, max: number, usual: number, decides: string) => {
  const number = z.int(not(`a whole number from ${min} to ${max}`)).min(min, not(`from ${min} to ${max}`))
  const schema: z.ZodType<number> = number.max(max, not(`from ${min} to ${max}`))
  return entry(schema, usual, { takes: `${min} to ${max}`, decides })
}

/** A group of entries. A missing one has its default. */
export const group = <Entries extends z.ZodRawShape>(entries: Entries) =>
  z.strictObject(entries, wrongObject).prefault({} as never)

export const wrongObject = {
  error: ({ code, keys }: { code?: string; keys?: unknown }) =>
    code === 'unrecognized_keys' ? `it has no entry ${(keys as string[]).join(', ')}` : 'has to be an object',
}

/** A day of the calendar (UTC), or none. */
export const dayOrNone = (decides: string) => {
  const what = 'a day as YYYY-MM-DD, or null'
  const schema: z.ZodType<string | null> = z.iso.date(not(what)).nullable()
  return entry(schema, null, { takes: what, decides })
}
