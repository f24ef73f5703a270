import { z } from 'zod'

/** True for a text of at most this many characters. A letter that UTF-16 has in two parts is one character. */
export const isAtMost =
  (most: number) =>
  (text: string): boolean =>
    text.length <= most || [...text].length <= most

/** Control characters, and those that change the direction of the text around them. */
const strange = '\\p{Cc}\\u202a-\\u202e\\u2066-\\u2069'
const inOneLine = new RegExp(`^[^${strange}]*$`, 'u')
const inLines = new RegExp(`^(?:[^${strange}]|[\\r\\n\\t])*$`, 'u')

/** A text in one line of at most this many characters. */
export const line = (most: number) =>
  z.string().trim().refine(isAtMost(most), { abort: true }).regex(inOneLine, { abort: true })

/** A text of several lines of at most this many characters. */
export const lines = (most: number) => z.string().trim().refine(isAtMost(most)).regex(inLines).meta({ maxLength: most })
