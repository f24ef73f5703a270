/** A name before an address in brackets, and the address. */
const named = /^([^@]*?)(?:[<＜]|(?!\{)\p{Ps})([^<>＜＞\p{Ps}\p{Pe}]+)[>＞\p{Pe}]$/u
/** An address, and a name in brackets after it. */
const nameAfter = /^(\S+@\S+|\+?[\d\s\p{Pd}().]{7,}?)\s*[(（]([^@\d()（）]+)[)）]$/u
const quoted = /^["'„\p{Pi}\p{Pf}](.*)["'\p{Pi}\p{Pf}]$/su

/** The label of an address, as in "E-mail:", "TEL;TYPE=CELL:" and "mailto:". */
export const label = /^(?:\p{L}(?:[\p{L}\p{M}\s.,;=_-]|\d(?!\d\d)){0,40}[:：](?!\/\/)\s*)+/u

/** What programs and people put around an address, and the address inside. */
const wrappings: readonly (readonly [around: RegExp, left: string])[] = [
  // Brackets in the source of a page, and the formula of a sheet.
  [/&lt;/g, '<'],
  [/&gt;/g, '>'],
  [/^=(?=")/, ''],
  [quoted, '$1'],
  // A name before a dash, or a name in letters that addresses do not allow.
  [/^([^@]+?)\s+[\p{Pd}|]\s+(\S+@\S+)$/u, '$1 <$2>'],
  [/^((?:(?=[^\s@]*(?!\p{ASCII})\p{L})[^\s@]+\s+)+)(\S+@\S+|\+?\d{8,})$/u, '$1<$2>'],
  // An email and its link, as chats and mail programs copy them.
  [/^\[?(?:mailto:)?([^\s<>()[\]|]+@[^\s<>()[\]|]+)[\s\](|<]+(?:mailto:)?\1[>)]?$/i, '$1'],
  // Links, with the values that they fill in.
  [/^(mailto:[^?]*)\?.*$/is, '$1'],
  [
    /^(?:(?:https?:\/\/)?(?:wa\.me\/|api\.whatsapp\.com\/send\/?\?phone=)|whatsapp:\/\/send\/?\?phone=)\+?(\d+).*/i,
    '+$1',
  ],
  [/^(?:tel|sms|callto|mailto):\/\//i, ''],
  [/^(?:tel:)?([^;]*);phone-context=(\+\d+).*/i, '$2$1'],
  [label, ''],
  // Labels without a colon, or a symbol instead; the end of a sentence or a cell.
  [/^(?:(?:m|mob|mobile|cell|t|tel|phone|手机|电话)(?!\p{L})\.?|['"’]+)\s*(?=[+\d(][^@]*$)/iu, ''],
  [/(?<=^\+?\d{8,15})\.0$/, ''],
  [/[\s,;:、。.!?…‚|/*]+$/u, ''],
  [/^(?:\p{So}\ufe0f?\s*)+|(?:\s*\p{So}\ufe0f?)+$/gu, ''],
  // A bracket without its other half.
  [/^[<(（[]+(?=[^<>()（）[\]]*$)|(?<=^[^<>()（）[\]]*)[>)）\]]+$/g, ''],
]

/** A link has some characters by their number (RFC 3986). */
const decoded = (text: string): string =>
  /^(?:mailto|tel|sms):/i.test(text)
    ? text.replace(/%([2-7][\da-f])/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

/** The address in a text, and the name before it. */
export const unwrapped = (typed: string): { name: string; text: string } => {
  const [, name = '', inside = typed] = named.exec(typed.replace(nameAfter, '$2 <$1>')) ?? []
  const text = wrappings.reduce((left, [around, within]) => left.replace(around, within).trim(), decoded(inside))
  const further = text === typed ? { name: '', text } : unwrapped(text)
  return { name: further.name || bareName(name), text: further.text }
}

/** A name of a mail header may be encoded (RFC 2047), and is unreadable then. */
const bareName = (name: string): string =>
  name
    .trim()
    .replace(label, '')
    .replace(quoted, '$1')
    .replace(/=\?\S+\?=/g, '')
    .trim()
