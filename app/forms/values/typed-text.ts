import { z } from 'zod'
import { control, plainText, type Read, type Refused, refused } from '#rules/typed/text'

/**
 * The schema of a text. A value that is no text (a file, a list) is an error.
 * @param name the field's name; its message keys begin with `field.<name>`
 */
export const typedText = (name: string) =>
  z.string({ error: ({ input }) => (input === undefined ? `field.${name}.missing` : 'field.not_text') })

interface Readable {
  maxLength: number
  plain?: (typed: string) => string
  hasLines?: boolean
  /** Another field whose message keys say why the value is refused. */
  texts?: string
}

/**
 * The schema of a text that is read in its plain form. Tabs around it come from the sheet that it was copied from.
 * @param maxLength in characters
 * @param hasLines for a text that may be in the message that it was copied from
 */
export const readable = (
  name: string,
  { maxLength, plain: plainOf = plainText, hasLines, texts = name }: Readable,
  read: (plain: string) => Read<string, string> = (value) => ({ ok: true, value }),
) =>
  typedText(name).transform((typed, context) => {
    const line = hasLines ? typed.replace(/[\t\r\n]/g, ' ') : typed.replace(/^\t+|\t+$/g, '')
    const plain = plainOf(line)
    if (control.test(line)) return settled(refused('control_character'), '', context)
    if (plain === '') return settled(refused('missing'), name, context)
    if ([...plain].length > maxLength) return settled(refused('too_long'), name, context)
    return settled(read(plain), texts, context)
  })

/** The value that a rule has read, for a schema that has a transform; or the error of a field. */
export const settled = (read: Read<string, string>, name: string, context: z.core.ParsePayload): string => {
  if (read.ok) return read.value
  context.issues.push({ code: 'custom', message: refusalOf(name, read), input: context.value })
  return z.NEVER
}

/** A message key of a field, with the refused character in a line below. Without a field, the key is of all fields. */
export const refusalOf = (name: string, { reason, character }: Refused<string>): string =>
  (name === '' ? `field.${reason}` : `field.${name}.${reason}`) + (character === undefined ? '' : `\n${character}`)

/** Separates a message key from the refused character, which `refusalOf` has joined. */
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
