import { z } from 'zod'

/** Control characters, among them NUL, which no field accepts. */
const control = /\p{Cc}/u

/** Invisible characters that come with pasted text: zero-width spaces, joiners, direction marks, the byte order mark. */
const invisible = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]/g

/**
 * The schema of a text. A value that is no text (a file, a list) is an error.
 * @param name the field's name; its message keys begin with `field.<name>`
 */
export const typedText = (name: string) =>
  z.string({ error: ({ input }) => (input === undefined ? `field.${name}.missing` : 'field.not_text') })

/** The longest text that is normalized. No field takes more, and a run of accents takes time by its square. */
const normalizedMaxLength = 1024

/** NFKC: full-width characters become plain ones. A text that is longer than any field takes stays as it is. */
export const normalized = (text: string): string => (text.length > normalizedMaxLength ? text : text.normalize('NFKC'))

/** A typed text in its plain form: normalized, without spaces around it. */
export const plainForm = (text: string): string => normalized(text).replace(invisible, '').trim()

/**
 * The schema of a text that is read in its plain form.
 * @param read takes the plain form and answers the value or the message key of the error
 */
export const readable = (name: string, { maxLength }: { maxLength: number }, read: (plain: string) => Reading) =>
  typedText(name).transform((typed, context) => {
    const plain = plainForm(typed)
    const reading = control.test(typed)
      ? { refused: 'field.control_character' }
      : plain === ''
        ? { refused: `field.${name}.missing` }
        : plain.length > maxLength
          ? { refused: `field.${name}.too_long` }
          : read(plain)
    if ('value' in reading) return reading.value
    context.addIssue({ code: 'custom', message: reading.refused })
    return z.NEVER
  })

/** A value, or the message key of the error. */
export type Reading = { value: string } | { refused: string }
