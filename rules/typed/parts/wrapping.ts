const at = '[@＠﹫]'
const bracket = '[<＜‹〈《⟨(（[［【「]'
const quote = '["\'„\\p{Pi}\\p{Pf}]'

/** A label as in "E-mail:", "TEL;TYPE=CELL:" and "mailto:". The colon of "user:password@…" belongs to what follows. */
const labelText = "\\p{L}(?:[\\p{L}\\p{M}\\s.,;=_’'-]|\\d(?!\\d\\d)){0,40}"
const schemes = '(?<=\\b(?:mailto|acct|smtp|tel|sms|callto|e-?mail|mail|from|to|b?cc)|[;=][\\w,;=]*|(?!\\p{ASCII}).)'
const labels = `(?:${labelText}(?:：|${schemes}:(?://)?|:(?!//)(?=\\s|[^@＠﹫]*$))\\s*)`
const withoutColon = `(?:(?:m|mob|mobile|cell|t|tel|phone|gsm|моб|тел)(?!\\p{L})\\.?\\s*(?=[+＋(\\p{Nd}][^@＠﹫]*$))`

/** Labels at the beginning of a text. Their commas and semicolons separate nothing. */
export const label = new RegExp(`^${labels}{1,6}`, 'iu')

const opening = `(?:=(?=")|[\\s\\p{So}\\ufe0f]|${quote}|${bracket}|${labels}|${withoutColon}){0,6}`
/** A name has a bracket or a dash after it, unless it is in letters that addresses do not allow. */
const name = `(?:[^@＠﹫]*?(?:${bracket}|\\s[\\p{Pd}|]\\s)|(?:(?=[^\\s@＠﹫]*(?!\\p{ASCII})\\p{L})[^\\s@＠﹫]+\\s+)+|[^\\s@＠﹫\\p{ASCII}\\p{Nd}]+(?=\\p{Nd}{8}))`
const email = `[^\\s<>＜＞()（）[\\]［］【】"„\\p{Pi}\\p{Pf}:;,，@＠﹫]+${at}[^\\s@＠﹫]*?[\\p{L}\\p{M}\\p{N}]`
const number = '[+＋\\p{Nd}][^@＠﹫]*?'
const words = '[^@＠\\d()（）]+'
const closing = `(?:[\\s\\p{So}\\ufe0f>＞\\p{Pe},;:、。，；.!?…‚|/*]|${quote})*`

/** An address with what programs and people put around it: perhaps twice, with the values of a link, and a name. */
const wrapped = new RegExp(
  `^(?<before>${opening}(?:${name}${opening})??)(?<address>${email}|${number})(?:[\\s\\](|<]+(?:mailto:)?\\k<address>)?` +
    `(?:\\.0)?(?:[?&]\\w+=[^<>]*)?(?:\\s*[(（](?<after>${words})[)）]|\\s[\\p{Pd}|]\\s(?<last>${words}))?${closing}$`,
  'iu',
)

/** How pages and links write an address. */
const spellings = [
  [/&lt;/g, '<'],
  [/&gt;/g, '>'],
  [/^mailto:\?to=/i, ''],
  [/^(?:https?:\/\/)?(?:wa\.me\/|(?:api\.whatsapp\.com|whatsapp:\/)\/send\/?\?phone=)\+?/i, '+'],
  [/^(?:tel:)?([^;]*);phone-context=(\+\d+).*/i, '$2$1'],
] as const

/** A link has some characters by their number (RFC 3986). */
const decoded = (text: string): string =>
  /\b(?:mailto|tel|sms):/i.test(text)
    ? text.replace(/%([2-7][\da-f])/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

/** The address in a text, and the name before or after it. */
export const unwrapped = (typed: string): { name: string; text: string } => {
  const text = spellings.reduce((left, [spelling, usual]) => left.replace(spelling, usual), decoded(typed)).trim()
  const { before = '', address = text, last = before, after = last } = wrapped.exec(text)?.groups ?? {}
  return { name: bareName(after), text: address }
}

const around = new RegExp(`^${opening}|(?:${quote}|[\\s<＜\\p{Ps}|\\p{Pd}])+$`, 'giu')

/** A name of a mail header may be encoded (RFC 2047), and is unreadable then. */
const bareName = (text: string): string =>
  text
    .replace(around, '')
    .replace(/=\?\S+\?=/g, '')
    .trim()
