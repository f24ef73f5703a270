/** The languages that pages can be in. A deployment offers some of them (LANGUAGES). */
export const languages = ['zh-Hans', 'en', 'ar', 'zh-Hant'] as const
export type Language = (typeof languages)[number]

/** The languages that have every text, of pages and of messages. */
export const fullLanguages = ['zh-Hans', 'en'] as const
export type FullLanguage = (typeof fullLanguages)[number]

/** The language of texts that no other language has (spec section 1). */
export const fallbackLanguage = 'zh-Hans' satisfies FullLanguage

/** The full language that is used first for texts that another language lacks. */
const standIns: Partial<Record<string, FullLanguage>> = { ar: 'en', 'zh-Hant': 'zh-Hans' }

/** The full language of texts that a language lacks. For unknown languages: Chinese. */
export const fullLanguageOf = (language: string): FullLanguage =>
  fullLanguages.find((full) => full === language) ?? standIns[language] ?? fallbackLanguage

/** The languages in which a text is looked for, in this order: its own, the full one, the fallback. */
export const languagesOfTexts = (language: Language): Language[] => [
  ...new Set<Language>([language, fullLanguageOf(language), fallbackLanguage]),
]

export const isRightToLeft = (language: string): boolean => language === 'ar'
