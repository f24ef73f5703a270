import { createHash } from 'node:crypto'
import { readableAccent, type Scheme } from '#rules/accent'
import type { Brand, Logo } from '#settings/brand'
import { type FullLanguage, fullLanguageOf } from '~/i18n/texts'
import type { PageBrand } from './brand'
import { env } from './env.server'

/** The path prefix under which the logo is served. */
const folder = '/passport/brand'

const endings: Record<Logo['mediaType'], string> = { 'image/png': 'png', 'image/svg+xml': 'svg' }

/** The file name of the logo. It contains a hash of the content, so browsers may cache it. */
const fileNameOf = ({ bytes, mediaType }: Logo): string =>
  `${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}.${endings[mediaType]}`

/** A logo is made for a light background. */
const darkLogo = '.top img{border-radius:2px;background:#fff;box-shadow:0 0 0 3px #fff}'

const styleOf = ({ color, logo }: Pick<Brand, 'color' | 'logo'>): string => {
  const set = (scheme: Scheme) => {
    if (color === undefined) return ''
    const { accent, onAccent, tint } = readableAccent(color, scheme)
    return `:root{--accent:${accent};--on-accent:${onAccent};--tint:${tint}}`
  }
  return `${set('light')}@media(prefers-color-scheme:dark){${set('dark')}${logo ? darkLogo : ''}}`
}

/** The operator's brand for pages in one language. */
export const pageBrand = (
  { name, logo, color, terms, privacy, support }: Brand,
  language: FullLanguage,
): PageBrand => ({
  name: name[language],
  ...(logo && { logo: { src: `${folder}/${fileNameOf(logo)}`, width: logo.width, height: logo.height } }),
  ...((color || logo) && { style: styleOf({ color, logo }) }),
  ...(color && { accent: readableAccent(color, 'light').accent }),
  ...(terms && { terms: terms.url[language] }),
  ...(privacy && { privacy: privacy[language] }),
  ...(support && { support: support[language] }),
})

const known = new WeakMap<Brand, Map<string, PageBrand>>()

/** The operator of this deployment; undefined if BRAND is not set. */
export const brandIn = (pageLanguage: string): PageBrand | undefined => {
  const language = fullLanguageOf(pageLanguage)
  const { brand } = env()
  if (!brand) return undefined
  const pages = known.get(brand) ?? new Map<string, PageBrand>()
  const page = pages.get(language) ?? pageBrand(brand, language)
  known.set(brand, pages.set(language, page))
  return page
}

export const logoNamed = (file: string | undefined): Logo | undefined => {
  const logo = env().brand?.logo
  return logo && fileNameOf(logo) === file ? logo : undefined
}

/** The field in which a call that creates an account passes the terms that its page has shown. */
export const shownTerms = (): { terms_version?: string } => {
  const terms = env().brand?.terms
  return terms ? { terms_version: terms.version } : {}
}
