import type { TFunction } from 'i18next'

/** An error with its full stop, for a paragraph. At a field or in a list, a single sentence has none. */
export const sentence = (t: TFunction, text: string): string =>
  /[.。?？!！؟]$/.test(text) ? text : t('form.sentence', { text })
