import { z } from 'zod'
import { control, plainText, type Read } from '#rules/typed/text'

/**
 * The schema of a text. A value that is no text (a file, a list) is an error.
 * @param name the field's name; its message keys begin with `field.<name>`
 */
export const typedText = (name: string) =>
  z.string({ error: ({ input }) => (input === undefined ? `field.${name}.missing` : 'field.not_text') })

/** A value, or the message key of the error. */
export type Reading = { value: string } | { refused: string }

interface Readable {
  maxLength: number
  plain?: (typed: string) => string
  hasLines?: boolean
}

/**
 * The schema of a text that is read in its plain form. Tabs around it come from the sheet that it was copied from.
 * @param maxLength in characters
 * @param hasLines for a text that may be in the message that it was copied from
 */
export const readable = (
  name: string,
  { maxLength, plain: plainOf = plainText, hasLines }: Readable,
  read: (plain: string) => Reading = (value) => ({ value }),
) =>
  typedText(name).transform((typed, context) => {
    const line = hasLines ? typed.replace(/[\t\r\n]/g, ' ') : typed.replace(/^\t+|\t+$/g, '')
    const plain = plainOf(line)
    const faults = {
      'field.control_character': control.test(line),
      [`field.${name}.missing`]: plain === '',
      [`field.${name}.too_long`]: [...plain].length > maxLength,
    }
    const refused = Object.entries(faults).find(([, isRefused]) => isRefused)?.[0]
    return settled(refused === undefined ? read(plain) : { refused }, context)
  })

/** The value of a reading, for a schema that has a transform. */
export const settled = (reading: Reading, context: z.core.ParsePayload): string => {
  if ('value' in reading) return reading.value
  context.issues.push({ code: 'custom', message: reading.refused, input: context.value })
  return z.NEVER
}

/**
 * The value that a rule has read. A refusal is a message key of a field, with the refused character in a line below.
 */
export const readingOf = (name: string, read: Read<string, string>): Reading =>
  read.ok
    ? read
    : { refused: `field.${name}.${read.reason}${read.character === undefined ? '' : `\n${read.character}`}` }

/** Separates a message key from the refused character, which `readingOf` has joined. */
export const partsOfReason = (refused: string): { key: string; values?: { character: string } } => {
  const [key = '', character] = refused.split('\n')
  return character === undefined ? { key } : { key, values: { character: shownCharacter(character) } }
}

/** A character, as a text shows it: by its code point if it is invisible, and a combining mark below a circle. */
export const shownCharacter = (character: string): string => {
  if (/^\p{M}/u.test(character)) return `◌${character}`
  const isSeen = /^[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u.test(character)
  return isSeen ? character : `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
