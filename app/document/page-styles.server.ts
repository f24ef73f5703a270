import { createHash } from 'node:crypto'
import { isRightToLeft } from '~/i18n/texts'
import { cookie, readCookie } from '~/session/cookie.server'
import commonSheet from './styles/butterfly.css?inline'
import mirroredSheet from './styles/butterfly-rtl.css?inline'
import seldomSheet from './styles/seldom.css?inline'
import mirroredSeldomSheet from './styles/seldom-rtl.css?inline'
import { SheetRules } from './styles/sheet-rules'

interface Sheet {
  rules: SheetRules
  /** The version of the common sheet. Browsers get it in a cookie, and send it back. */
  version: string
}

const sheetCookie = 'butterfly_style'
const versionLength = 8

const sheetOf = (common: string, seldom: string): Sheet => ({
  rules: new SheetRules(common, seldom),
  version: createHash('sha256').update(common).digest('base64url').slice(0, versionLength),
})

const sheets = { plain: sheetOf(commonSheet, seldomSheet), mirrored: sheetOf(mirroredSheet, mirroredSeldomSheet) }
const sheetIn = (language: string): Sheet => (isRightToLeft(language) ? sheets.mirrored : sheets.plain)

/** True when a Cookie header shows that the browser was sent the current style sheet of pages in a language. */
export const knowsSheet = (cookieHeader: string, language: string): boolean =>
  readCookie(cookieHeader, sheetCookie) === sheetIn(language).version

/** The Set-Cookie header that records this, until the browser is closed. It is the same for everybody. */
export const setSheetCookie = (language: string): string => cookie(sheetCookie, sheetIn(language).version, {})

/** The place in a page for its rules. No text in a page can look like this, because React escapes what it writes. */
const place = '<style></style>'

/**
 * Puts the rules that a page needs into the empty style element in its head, or removes that element if it needs none.
 * @param hasSheet true if the page waits for the style sheet, so only the other rules are needed
 * @returns the page, and the text of its style element, which contains only rules of this product's sheets
 */
export const withRules = (
  markup: string,
  { language, hasSheet }: { language: string; hasSheet: boolean },
): { markup: string; rules: string } => {
  const rules = sheetIn(language).rules.neededBy(markup, hasSheet)
  return { markup: markup.replace(place, () => (rules === '' ? '' : `<style>${rules}</style>`)), rules }
}

/** The source of a style sheet in a page for a Content-Security-Policy. */
export const styleSource = (style: string): string => `'sha256-${createHash('sha256').update(style).digest('base64')}'`
