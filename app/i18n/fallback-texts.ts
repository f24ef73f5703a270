import type { TFunction } from 'i18next'
import { type FullLanguage, fullLanguages, isRightToLeft } from '#rules/languages'

/** Put around a text of another language than its page's: characters that no text has (Unicode, section 23.7). */
const starts: Record<FullLanguage, string> = { 'zh-Hans': '\ufdd0', en: '\ufdd1' }
const end = '\ufdd2'
const marks = /[\ufdd0-\ufdd2]/g
const hasMarks = /[\ufdd0-\ufdd2]/
const tagWithMarks = /<[^<>]*[\ufdd0-\ufdd2][^<>]*>/g

/** An element that holds a text alone, or a button with its text as its value. */
const holdsText = /<(title|option|textarea|input type="submit")((?:\s[^<>]*)?)>([^<>]*)/g

/** A `t` for pages that marks each text that is in another language. */
export const marking = (find: TFunction, language: string): TFunction => {
  const marked = (key: string, values: Record<string, unknown> = {}): string => {
    const { res, usedLng } = find(key, { ...values, returnDetails: true })
    const other = fullLanguages.find((full) => full === usedLng && full !== language)
    // A text that exists in no language is its own key.
    return other === undefined || res === key ? res : `${starts[other]}${res.replace(marks, '')}${end}`
  }
  return Object.assign(marked, find) as TFunction
}

const attributesOf = (language: FullLanguage, pageLanguage: string): string => {
  const turns = isRightToLeft(language) !== isRightToLeft(pageLanguage)
  return ` lang="${language}"${turns ? ` dir="${isRightToLeft(language) ? 'rtl' : 'ltr'}"` : ''}`
}

/**
 * Sets the language of each marked text of a page, and its direction if that differs, so a screen reader reads it in
 * its language, and its full stop is at its end.
 * @param markup as React renders it, which escapes `<`, `>` and `"` in every text and value
 */
export const withFallbackTexts = (markup: string, pageLanguage: string): string => {
  if (!hasMarks.test(markup)) return markup
  const attributesAt = new Map(fullLanguages.map((each) => [starts[each], attributesOf(each, pageLanguage)]))
  return markup
    .replace(holdsText, (whole, name: string, given: string, text: string) => {
      const [mark = ''] = hasMarks.exec(whole) ?? []
      return `<${name}${attributesAt.get(mark) ?? ''}${given}>${name.startsWith('input') ? text : text.replace(marks, '')}`
    })
    .replace(tagWithMarks, (tag) => tag.replace(marks, ''))
    .replace(marks, (mark) => (mark === end ? '</span>' : `<span${attributesAt.get(mark)}>`))
}
