import { z } from 'zod'
import { control, plainText, type Read } from '#rules/typed/text'

/**
 * The schema of a text. A value that is no text (a file, a list) is an error.
 * @param name the field's name; its message keys begin with `field.<name>`
 */
export const typedText = (name: string) =>
  z.string({ error: ({ input }) => (input === undefined ? `field.${name}.missing` : 'field.not_text') })

interface Readable {
  /** In characters. */
  maxLength: number
  /** The form of the text that is read. */
  plain?: (typed: string) => string
  /** Line breaks and tabs around the text are those of what it was copied from. */
  isCopied?: boolean
}

/**
 * The schema of a text that is read in its plain form.
 * @param read takes the plain form and answers the value or the message key of the error
 */
export const readable = (
  name: string,
  { maxLength, plain: plainOf = plainText, isCopied = false }: Readable,
  read: (plain: string) => Reading,
) =>
  typedText(name).transform((typed, context) => {
    const plain = plainOf(isCopied ? typed.trim() : typed)
    const reading = control.test(isCopied ? typed.replace(/[\t\r\n]/g, ' ') : typed)
      ? { refused: 'field.control_character' }
      : plain === ''
        ? { refused: `field.${name}.missing` }
        : [...plain].length > maxLength
          ? { refused: `field.${name}.too_long` }
          : read(plain)
    if ('value' in reading) return reading.value
    context.addIssue({ code: 'custom', message: reading.refused })
    return z.NEVER
  })

/** A value, or the message key of the error. */
export type Reading = { value: string } | { refused: string }

/** What a rule has read, with its reason as the message key of a field, and the refused character in a line below. */
export const readingOf = (name: string, read: Read<string, string>): Reading =>
  read.ok
    ? { value: read.value }
    : {
        refused: [`field.${name}.${read.reason}`, ...(read.character === undefined ? [] : [read.character])].join('\n'),
      }

/** A message key with the refused character, as `readingOf` has put them together. */
export const partsOfReason = (refused: string): { key: string; values?: { character: string } } => {
  const [key = '', character] = refused.split('\n')
  return character === undefined ? { key } : { key, values: { character: shownCharacter(character) } }
}

/** A character as a text names it: by its code point where it cannot be seen, and a mark below a circle. */
export const shownCharacter = (character: string): string => {
  if (/^\p{M}/u.test(character)) return `◌${character}`
  const isSeen = /^[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u.test(character)
  return isSeen ? character : `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
