import type { NamedKind, NameRefusal } from '#contract/terms/shown-names'
import { withoutApostrophes, withPlainApostrophes } from './parts/apostrophes'
import { namesSite, soundsOfficial } from './parts/official'
import { isOneWayOfWriting, trickIn } from './parts/writing'
import { type Read, refused, spelt, withoutWidth } from './text'

/** The owner of a name. `operator`: an object registered by the operator, whose name may be official. */
export type Named = NamedKind | 'operator'

/** Quotation marks of every script, and characters that look like them. */
const quotes = /[\p{Quotation_Mark}<>`´ʺˮ˝′″‴⁗‵‶‷〃❛-❞]/u

/** Characters that no name has: anything but letters, digits, spaces, punctuation and the allowed symbols. */
const noCharacter = /[^\p{L}\p{M}\p{N}\p{P}\p{Sc} +=＝|~°×№㈱㈲\p{Join_Control}\p{Variation_Selector}\u180e]/u

/** Letters that look like apostrophes if no letter follows. */
const misread = /[ʹ-ʿˈ](?!\p{L})/u

/** Digits, including Chinese numerals. */
const digit = '[\\p{Nd}〇零一二三四五六七八九]'
const longDigits = new RegExp(`${digit}([ .·_–—-]*${digit}){4,}|\\p{Nd}{4}`, 'u')
const anyDigits = new RegExp(`${digit}([ .·_–—-]*${digit}){2,}`, 'u')
const year = /(?<!\p{Nd})(19|20)\d\d(?!\p{Nd})/gu
const ofCodes = /\b(code|otp|pin|passcode|password)s?\b|验证码|驗證碼|校验码|动态码|口令|密码|密碼/iu

/** Text that programs turn into a link. */
const address = /:\/\/|\bwww\.|[\p{L}\p{N}][.。｡]\p{L}[\p{L}\p{N}-]/iu

const alone: readonly Named[] = ['organisation', 'application', 'member']

/**
 * The misreadings of names, and whose names must not have them. Years are not codes: "Class 2027". The default name of a
 * member is the username, which may have dots. A role is only seen next to its organisation. Operators give any name.
 */
const misreadings: readonly [NameRefusal, readonly Named[], (name: string, site: readonly string[]) => boolean][] = [
  [
    'name_digits',
    alone,
    (name) => longDigits.test(name.replace(year, '')) || (ofCodes.test(name) && anyDigits.test(name)),
  ],
  ['name_address', ['organisation', 'application'], (name) => address.test(name)],
  ['name_of_site', [...alone, 'role'], namesSite],
  ['name_official', alone, soundsOfficial],
]

/** A name in the form for comparisons: without compatibility forms, joiners and variants, with plain apostrophes. */
const compared = (stored: string): string =>
  withoutWidth(withPlainApostrophes(stored).replaceAll('№', ' ')).replace(
    /[\p{Join_Control}\p{Variation_Selector}\u180e]/gu,
    '',
  )

/**
 * Reads a name that others see. It is refused if it could be read as words of the site, as a message from it, or as the
 * name of another.
 * @param site the names of the site
 * @returns the name as it is stored and shown
 */
export const readName = (
  typed: string,
  { named, site }: { named: Named; site: readonly string[] },
): Read<string, NameRefusal> => {
  const value = spelt(typed)
  const plain = withoutApostrophes(value)
  if (plain === undefined) return refused('name_quotes', /['’‘`´]/.exec(value)?.[0])
  // A compatibility form may be a quotation mark, and a spacing accent becomes a space.
  const quote = quotes.exec(plain) ?? quotes.exec(withoutWidth(plain))
  if (quote) return refused('name_quotes', quote[0])
  const strange = noCharacter.exec(plain)?.[0] ?? trickIn(plain) ?? misread.exec(plain)?.[0]
  const name = compared(value)
  if (strange !== undefined || !/[\p{L}\p{N}]/u.test(name)) return refused('name_characters', strange)
  const mixed = name.split(/[^\p{L}\p{M}\p{N}]+|[ʹ-ʿˈ]/u).find((word) => word !== '' && !isOneWayOfWriting(word))
  if (mixed !== undefined) return refused('name_scripts', mixed)
  const [reason] = misreadings.find(([, whose, isRead]) => whose.includes(named) && isRead(name, site)) ?? []
  return reason === undefined ? { ok: true, value } : refused(reason)
}
