/** The languages that pages can be in. A deployment offers some of them (LANGUAGES). */
export const languages = ['zh-Hans', 'en', 'ar', 'zh-Hant'] as const
export type Language = (typeof languages)[number]

/** The languages that have every text, of pages and of messages. */
export const fullLanguages = ['zh-Hans', 'en'] as const
export type FullLanguage = (typeof fullLanguages)[number]

/** The language whose texts stand in for every text that no language has (spec section 1). */
export const fallbackLanguage = 'zh-Hans' satisfies FullLanguage

/** The full language whose texts are used first where another one lacks them. */
const standIns: Partial<Record<string, FullLanguage>> = { ar: 'en', 'zh-Hant': 'zh-Hans' }

/** The full language that a text is in where its own language has none. Any language that is not ours: Chinese. */
export const fullLanguageOf = (language: string): FullLanguage =>
  fullLanguages.find((full) => full === language) ?? standIns[language] ?? fallbackLanguage

/** The languages that a text is looked for in, in this order: its own, the one that is in, the fallback. */
export const languagesOfTexts = (language: Language): Language[] => [
  ...new Set<Language>([language, fullLanguageOf(language), fallbackLanguage]),
]

/** True for a language that is written from right to left. */
export const isRightToLeft = (language: string): boolean => language === 'ar'
