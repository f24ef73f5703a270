import { type KnownText, knownText, marksIn, placeholdersIn } from './known-texts'

/** Why a text is refused. */
export type TextRefusal = 'unknown' | 'type' | 'empty' | 'long' | 'placeholders' | 'markup' | 'characters'

/** The result of a check: the usable texts, by dotted key, and the refused ones. */
export interface CheckedTexts {
  texts: ReadonlyMap<string, string>
  refused: Partial<Record<TextRefusal, number>>
  /** Some keys of refused texts, cut short, for the log. */
  examples: string[]
}

const mostExamples = 5
const exampleMaxLength = 80
/** Deeper than any file of texts. */
const mostDepth = 8
/** All forms of all texts, and half as many again. Reading more would only delay pages. */
const mostEntries = 20_000

/** Controls, line and paragraph separators, and characters that change the direction of all that follows. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are refused.
const badCharacters = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\ufffe\uffff]|\p{Surrogate}/u

/**
 * Checks the texts of a translation service, or stored ones, one by one (spec section 7: texts per namespace).
 * @param offered any value. Keys may be nested, dotted or both
 * @returns the texts that have our key, the placeholders and marks of the built-in text and no other markup, a bounded
 * length, and no character that could change the text around it
 * @throws Error when it is not an object, has far too many texts, or has texts but none that can be used: such an
 * answer is about something else, and must not replace good texts
 */
export const checkTexts = (offered: unknown): CheckedTexts => {
  if (!isFolder(offered)) throw new Error('the answer is no object of texts')
  const texts = new Map<string, string>()
  const refused: Partial<Record<TextRefusal, number>> = {}
  const examples: string[] = []
  let entries = 0
  for (const [key, text] of entriesOf(offered)) {
    entries += 1
    if (entries > mostEntries) throw new Error(`the answer has more than ${mostEntries} texts`)
    const refusal = refusalOf(key, text)
    if (refusal === undefined) {
      texts.set(key, text as string)
      continue
    }
    refused[refusal] = (refused[refusal] ?? 0) + 1
    if (examples.length < mostExamples) examples.push(key.slice(0, exampleMaxLength))
  }
  if (texts.size === 0 && entries > 0) throw new Error('no text of the answer can be used')
  return { texts, refused, examples }
}

const isFolder = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function* entriesOf(folder: Record<string, unknown>, path = '', depth = 1): Generator<[string, unknown]> {
  for (const [key, value] of Object.entries(folder)) {
    if (isFolder(value) && depth < mostDepth) yield* entriesOf(value, `${path}${key}.`, depth + 1)
    else yield [path + key, value]
  }
}

const refusalOf = (key: string, text: unknown): TextRefusal | undefined => {
  const known = knownText(key)
  if (!known) return 'unknown'
  if (typeof text !== 'string') return 'type'
  if (text.trim() === '') return 'empty'
  if (text.length > known.maxLength) return 'long'
  if (badCharacters.test(text) || !isIsolated(text)) return 'characters'
  if (!hasPlaceholders(text, known)) return 'placeholders'
  return hasMarks(text, known) ? undefined : 'markup'
}

/** True when each directional isolate (Unicode, UAX 9) ends within the text. */
const isIsolated = (text: string): boolean => {
  let open = 0
  for (const character of text) {
    if (/[\u2066-\u2068]/.test(character)) open += 1
    if (character === '\u2069') open -= 1
    if (open < 0) return false
  }
  return open === 0
}

const hasPlaceholders = (text: string, { placeholders, mayOmit }: KnownText & { mayOmit?: string }): boolean => {
  const own = placeholdersIn(text)
  // i18next also accepts formats, unescaped values and other texts: {{name, format}}, {{- name}}, $t(key).
  if (/\{\{|\}\}|\$t\(/.test(text.replace(/\{\{\w+\}\}/g, ''))) return false
  const hasAll = [...placeholders].every((name) => own.has(name) || name === mayOmit)
  return hasAll && [...own].every((name) => placeholders.has(name))
}

const hasMarks = (text: string, { marks }: KnownText): boolean => {
  const own = marksIn(text)
  if (own.length !== marks.length || own.some((mark, nth) => mark !== marks[nth])) return false
  if (/[<>]/.test(text.replace(/<[^<>]*>/g, '')) || /&#?\w+;/.test(text)) return false
  // True when each opening tag is closed after it, with words between.
  return !text.replace(/<(\w+)>[^<>]+<\/\1>/g, '').includes('</')
}
