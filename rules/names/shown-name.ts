import { namesSite, soundsOfficial } from './official'
import { hasTricks, isOneWayOfWriting } from './writing'

/** The owner of a name. `operator`: an object registered by the operator, whose name may be official. */
export type Named = 'organisation' | 'application' | 'member' | 'role' | 'operator'

/** The reasons why a name is refused. `name_scripts`: a word mixes letters of several writing systems. */
export type ShownNameRefusal =
  | 'name_quotes'
  | 'name_characters'
  | 'name_digits'
  | 'name_address'
  | 'name_scripts'
  | 'name_official'
  | 'name_of_site'

/** The rules for a name besides those of its characters. A role is only seen beside its organisation. */
const rules: Record<Named, { isOfSite: boolean; isOfficial: boolean; isInMessages: boolean; isNoAddress: boolean }> = {
  organisation: { isOfSite: true, isOfficial: true, isInMessages: true, isNoAddress: true },
  application: { isOfSite: true, isOfficial: true, isInMessages: true, isNoAddress: true },
  // By default it is the username, which may have dots.
  member: { isOfSite: true, isOfficial: true, isInMessages: true, isNoAddress: false },
  role: { isOfSite: true, isOfficial: false, isInMessages: false, isNoAddress: false },
  operator: { isOfSite: false, isOfficial: false, isInMessages: false, isNoAddress: false },
}

/** Quotation marks of every script, and characters that look like them. */
const quotes = /\p{Quotation_Mark}|[<>`´ʺˮ˝′″‴⁗‵‶‷〃❛-❞]/u

/** An apostrophe: within a word, or after an s that a word follows, as in "Farmers' Market". Hebrew has its own. */
const apostrophes = /(?<=[\p{L}\p{M}\p{N}])['’׳״](?=\p{L})|(?<=s)['’](?= \p{L})/gu

/** Letters, digits, single ASCII or ideographic spaces, punctuation, and the few symbols that occur in names. */
const characters = /^[\p{L}\p{M}\p{N}\p{P}\p{Sc} \u3000+=|~°×]*$/u

/** Letters that are read as apostrophes if no letter follows; and marks that strike out or surround. */
const misread = /[ʹ-ʿˈ](?!\p{L})|[\u0334-\u0338\p{Me}]/u

/** Digits, including Chinese numerals. */
const digit = '[\\p{Nd}〇零一二三四五六七八九]'
const longDigits = new RegExp(`${digit}([ .·_–—-]*${digit}){4,}|\\p{Nd}{4}`, 'u')
const anyDigits = new RegExp(`${digit}([ .·_–—-]*${digit}){2,}`, 'u')
const year = /(?<!\p{Nd})(19|20)\d\d(?!\p{Nd})/gu
const ofCodes = /\b(code|otp|pin|passcode|password)s?\b|验证码|驗證碼|校验码|动态码|口令|密码|密碼/iu

/** Text that programs turn into a link. */
const address = /:\/\/|\bwww\.|[\p{L}\p{N}][.。｡]\p{L}[\p{L}\p{N}-]/iu

/** True when a text could be read as a message with a code. Years are not codes: "Class 2027". */
const readsAsCode = (name: string): boolean =>
  longDigits.test(name.replace(year, '')) || (ofCodes.test(name) && anyDigits.test(name))

/**
 * The reason why a name that others see is refused: it could be read as words of the site, as its message, or as the
 * name of another. Undefined: it is accepted.
 * @param site the names of the site
 */
export const refusalOfName = (
  typed: string,
  { named, site }: { named: Named; site: readonly string[] },
): ShownNameRefusal | undefined => {
  const rule = rules[named]
  const name = typed.normalize('NFKC').trim()
  const plain = name.replace(apostrophes, '')
  if (quotes.test(plain) || quotes.test(typed.replace(apostrophes, ''))) return 'name_quotes'
  if (!characters.test(typed.normalize('NFC').trim()) || !/[\p{L}\p{N}]/u.test(name)) return 'name_characters'
  if (hasTricks(name) || misread.test(name)) return 'name_characters'
  if (rule.isInMessages && readsAsCode(name)) return 'name_digits'
  if (rule.isNoAddress && address.test(name)) return 'name_address'
  if (!name.split(/[^\p{L}\p{M}\p{N}]+|[ʹ-ʿˈ]/u).every((word) => word === '' || isOneWayOfWriting(word)))
    return 'name_scripts'
  if (rule.isOfSite && namesSite(name, site)) return 'name_of_site'
  return rule.isOfficial && soundsOfficial(name) ? 'name_official' : undefined
}
