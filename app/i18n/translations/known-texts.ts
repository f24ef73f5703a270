import { builtInTexts } from '~/i18n/built-in-texts'
import { flatTexts } from '~/i18n/flat-texts'

/** The shape that every translation of one text has. */
export interface KnownText {
  placeholders: ReadonlySet<string>
  /** All tags in `<…>`, in alphabetical order. */
  marks: readonly string[]
  maxLength: number
}

/**
 * Relative to the longest built-in text: English is three times as long as Chinese, and other languages are longer than
 * English.
 */
const lengthFactor = 3
const lengthMore = 40

export const placeholdersIn = (text: string): Set<string> =>
  new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name))

/** All tags in `<…>` of a text, in alphabetical order. */
export const marksIn = (text: string): string[] => [...text.matchAll(/<[^<>]*>/g)].map(([mark]) => mark).sort()

/** The endings of a plural's forms (Unicode CLDR), as i18next writes them. */
const pluralForm = /_(zero|one|two|few|many|other)$/
/** In these forms a language may say the number as a word. */
const wordForm = /_(zero|one|two)$/

let every: ReadonlyMap<string, KnownText> | undefined

/** Every text of the pages, in any built-in language. Made on first use, because most deployments do not need it. */
const knownTexts = (): ReadonlyMap<string, KnownText> => {
  every ??= allTexts()
  return every
}

const allTexts = (): ReadonlyMap<string, KnownText> => {
  const known = new Map<string, KnownText>()
  for (const texts of Object.values(builtInTexts))
    for (const [key, text] of flatTexts(texts)) {
      const before = known.get(key)
      known.set(key, {
        placeholders: before?.placeholders ?? placeholdersIn(text),
        marks: before?.marks ?? marksIn(text),
        maxLength: Math.max(before?.maxLength ?? 0, lengthFactor * text.length + lengthMore),
      })
    }
  return known
}

/**
 * The shape of a text with this key; undefined for a key that no page uses.
 * @returns `mayOmit`: a placeholder that the text may omit, such as the number in a plural form
 */
export const knownText = (key: string): (KnownText & { mayOmit?: string }) | undefined => {
  const general = pluralForm.test(key) ? knownTexts().get(key.replace(pluralForm, '_other')) : undefined
  if (!general) return knownTexts().get(key)
  return wordForm.test(key) ? { ...general, mayOmit: 'count' } : general
}
