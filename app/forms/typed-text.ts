import { z } from 'zod'

/** Control characters, NUL among them: no field of ours has a use for one. */
const control = /\p{Cc}/u

/** Characters without width that pasting brings along: spaces, joiners, direction marks, the byte order mark. */
const invisible = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]/g

/**
 * A field of text. What is no text (a file, a field that came twice) is an error of the field, with its message key.
 * @param name the field's name, whose texts stand under `field.<name>`
 */
export const typedText = (name: string) =>
  z.string({ error: ({ input }) => (input === undefined ? `field.${name}.missing` : 'field.not_text') })

/** What a person meant by what was typed: full-width forms become plain ones (NFKC) and the spaces around go. */
export const plainForm = (text: string): string => text.normalize('NFKC').replace(invisible, '').trim()

/**
 * A typed field that is read forgivingly.
 * @param read gets the plain form and answers the value, or undefined when `field.<name>.invalid` has to be said
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

/** A value, or the message key of why there is none. */
export type Reading = { value: string } | { refused: string }
