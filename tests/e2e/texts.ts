import { readFileSync } from 'node:fs'
import { createInstance, type TFunction } from 'i18next'
import { flatTexts, type Texts, withTexts } from '~/i18n/flat-texts'

export type Language = 'zh-Hans' | 'en'
export const languages = ['en', 'zh-Hans'] as const satisfies Language[]

const file = (language: Language, name: string): Texts =>
  JSON.parse(readFileSync(new URL(`../../public/locales/${language}/${name}.json`, import.meta.url), 'utf8'))

const textsIn = (language: Language): Texts =>
  withTexts(
    file(language, 'butterfly_fe'),
    new Map(
      ['organisations', 'operator', 'operator-messages', 'operator-applications'].flatMap((part) => [
        ...flatTexts(file(language, `butterfly_fe.${part}`)),
      ]),
    ),
  )

const subjects = Object.keys(textsIn('en')).join('|')
const lonelyKey = new RegExp(`(?<=>|class="button[^>]* value=")(?:${subjects})(?:\\.\\w+)+(?=<|")`, 'g')

/** The keys that a page shows in the place of texts. A text that is lacking is its own key. */
export const keysShownIn = (html: string): string[] => html.match(lonelyKey) ?? []

/** The product's own texts in a language, so that tests follow when a text changes. A missing one is an error. */
export const textsOf = (language: Language): TFunction => {
  const i18n = createInstance()
  i18n.init({
    lng: language,
    fallbackLng: false,
    defaultNS: 'butterfly_fe',
    initImmediate: false,
    interpolation: { escapeValue: false },
    resources: { [language]: { butterfly_fe: textsIn(language) } },
    saveMissing: true,
    missingKeyHandler: (_languages, _namespace, key) => {
      throw new Error(`There is no text ${key} in ${language}`)
    },
  })
  return i18n.getFixedT(language)
}
