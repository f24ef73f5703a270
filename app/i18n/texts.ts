import { createInstance, type i18n, type TFunction } from 'i18next'
import { fullLanguageOf, isRightToLeft, type Language, languages, languagesOfTexts } from '#rules/languages'
import { builtInTexts } from './built-in-texts'
import { marking } from './fallback-texts'
import { type Texts, withTexts } from './flat-texts'
import { numbersInTexts, numbersVersion } from './numbers'

export {
  type FullLanguage,
  fallbackLanguage,
  fullLanguageOf,
  fullLanguages,
  isRightToLeft,
  type Language,
  languages,
} from '#rules/languages'

export const namespace = 'butterfly_fe'

export const languageNames: Record<Language, string> = {
  'zh-Hans': '简体中文',
  en: 'English',
  ar: 'العربية',
  'zh-Hant': '繁體中文',
}

/** The English names of languages in other scripts, because a text browser may lack their characters. */
export const latinNames: Partial<Record<Language, string>> = {
  'zh-Hans': 'Chinese',
  ar: 'Arabic',
  'zh-Hant': 'Traditional Chinese',
}

/** The name of a language as a link from another language, such as `简体中文 (Chinese)`. */
export const languageLinkText = (language: Language): string =>
  [languageNames[language], latinNames[language] && `(${latinNames[language]})`].filter(Boolean).join(' ')

/** A mobile number in a text stays on one line, however small the screen. */
export const unbroken = (value: string): string => (/^\+[\d* ]+$/.test(value) ? value.replaceAll(' ', '\u00A0') : value)

/**
 * In a right-to-left text, a value is an island with its own direction (Unicode, UAX 9: first strong isolate). Without
 * it, a number and its signs would swap places with the words around them.
 */
const isolated = (value: string): string => `\u2068${unbroken(value)}\u2069`

/**
 * A number stays with its unit, and consecutive punctuation stays together. Nothing is inserted into a day, because
 * people copy it.
 */
const typeset = (texts: Texts): Texts =>
  JSON.parse(
    JSON.stringify(texts)
      .replace(
        /(\d|\{\{(?:count|days|hours|minutes|passwordLength|codeMinutes|proofMinutes|restoreDays)\}\}) (?=[kM]B\b|(?:day|hour|minute|second|tries|try\b|digit|character|letter|[天小分秒人字个行台次位年月]))/g,
        '$1\u00A0',
      )
      .replaceAll('. _ -', '.\u00A0_\u00A0-'),
  )

const ofEach = <Value>(find: (language: Language) => Value): Record<Language, Value> =>
  Object.fromEntries(languages.map((language) => [language, find(language)])) as Record<Language, Value>

/** The texts for pages. Texts of a translation service replace the built-in ones, and no text is lost. */
const resources = ofEach((language) => ({ [namespace]: typeset(builtInTexts[language]) }))

/** The texts of a language: for pages, with marks for other languages, and plain. */
const prepared = (language: Language): { pages: i18n; t: TFunction } => {
  const instance = createInstance()
  instance.init({
    lng: language,
    fallbackLng: languagesOfTexts(language),
    supportedLngs: languages,
    load: 'currentOnly',
    defaultNS: namespace,
    ns: [namespace],
    resources,
    // Nothing is escaped here, because React escapes what it renders, and a text is never markup.
    interpolation: {
      escapeValue: true,
      escape: isRightToLeft(language) ? isolated : unbroken,
      defaultVariables: numbersInTexts,
    },
    initImmediate: false,
    react: { useSuspense: false },
  })
  // For every text, i18next computes the languages to search; here they are always the same.
  const { languageUtils } = instance.services
  const looked = languageUtils.toResolveHierarchy(language)
  languageUtils.toResolveHierarchy = () => looked
  const found = instance.getFixedT(language, namespace)
  const written = (find: TFunction) => remembering(fullLanguageOf(language) === 'zh-Hans' ? closingUp(find) : find)
  const t = written(found)
  const inPages = fullLanguageOf(language) === language ? t : written(marking(found, language))
  instance.getFixedT = () => inPages
  return { pages: instance, t }
}

/** A `t` for Chinese, in which no space follows a bracket: a name that is filled in may end with one. */
const closingUp = (find: TFunction): TFunction => {
  const closed = (key: string, values: Record<string, unknown> = {}): string =>
    find(key, values).replace(/(?<=）) (?=\p{Script=Han})/gu, '')
  return Object.assign(closed, find) as TFunction
}

const none = {}

/**
 * A `t` that looks up a text without values only once, because looking texts up takes a noticeable part of rendering a
 * page.
 */
const remembering = (find: TFunction): TFunction => {
  const found = new Map<string, string>()
  let numbers = numbersVersion()
  const remembered = (key: string): string => {
    if (numbers !== numbersVersion()) found.clear()
    numbers = numbersVersion()
    const text = found.get(key) ?? find(key)
    // A missing text is its own key. It is not stored, so the map stays as small as the file of texts.
    if (text !== key) found.set(key, text)
    return text
  }
  const t = (key: string, values: Record<string, unknown> = none): string =>
    Object.keys(values).length === 0 ? remembered(key) : find(key, values)
  return Object.assign(t, find) as TFunction
}

let instances = ofEach(prepared)
let version = 0

/** The texts of one language for pages, with the marks that `withFallbackTexts` reads. */
export const textsOf = (language: Language): i18n => instances[language].pages

export const translator = (language: Language): TFunction => instances[language].t

/** Changes whenever a text changes: a cached page belongs to the texts that it was rendered with. */
export const textsVersion = (): number => version

/**
 * Replaces built-in texts of a language. Texts of an earlier call no longer apply.
 * @param others by dotted key, already checked: nothing is refused here. An empty map restores the built-in texts
 */
export const putTexts = (language: Language, others: ReadonlyMap<string, string>): void => {
  resources[language] = { [namespace]: typeset(withTexts(builtInTexts[language], others)) }
  // Other languages may fall back to these texts, so each language is prepared again.
  instances = ofEach(prepared)
  version += 1
}
