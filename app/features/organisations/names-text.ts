import type { TFunction } from 'i18next'

/** A flash message is in a URL and in a cookie, which have room for this many names. */
const mostNamed = 3

/** The names of people in a text: the first of them, and the number of the others. */
export const namesText = (t: TFunction, names: readonly string[]): string => {
  const named = names.slice(0, mostNamed).join(t('layout.comma'))
  const others = names.length - mostNamed
  return others > 0 ? t('members.names_more', { names: named, count: others }) : named
}
