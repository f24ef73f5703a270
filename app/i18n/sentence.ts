import type { TFunction } from 'i18next'

/** An error as a paragraph has it. At a field or in a list, one sentence has no full stop. */
export const sentence = (t: TFunction, text: string): string =>
  /[.。?？!！؟]$/.test(text) ? text : t('form.sentence', { text })
