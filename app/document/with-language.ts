/**
 * The address of a page in a language.
 * @param path the page's own, with its query, without `lng`
 */
export const withLanguage = (path: string, language: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}lng=${language}`
