import type { Channel } from '#account-api/kernel/outbox/message'

/** The default alphabet of SMS (GSM 03.38), without the characters that count twice. */
const defaultAlphabet = /^[\w \r\n@£$¥èéùìòÇØøÅåΔΦΓΛΩΠΨΣΘΞÆæßÉ!"#¤%&'()*+,./:;<=>?¡ÄÖÑÜ§¿äöñüà-]*$/

/** True when an SMS is sent, and charged, as one: 160 characters of the default alphabet, or 70 of Unicode. */
const isOnePart = (body: string): boolean => body.length <= (defaultAlphabet.test(body) ? 160 : 70)

/**
 * An SMS with a code, and a last line with which browsers fill in the code at this host alone (WICG, origin-bound
 * one-time codes). The line is left out if it would cost a second part, or if the host is no domain.
 */
export const boundToHost = (body: string, { hostname, code }: { hostname: string; code: string }): string => {
  const bound = `${body}\n@${hostname} #${code}`
  return /\.[a-z][a-z\d-]*$/.test(hostname) && isOnePart(bound) ? bound : body
}

/** Characters that would end the quotation marks around a name, except an apostrophe within a word. */
const quotes = /(?!['’])\p{Quotation_Mark}|(?<![\p{L}\p{N}])['’]|['’](?![\p{L}\p{N}])/gu

/**
 * A name chosen by somebody, for a message to others: on one line, without quotation marks, and without anything that
 * mail and SMS programs turn into a link.
 */
export const plainName = (name: string): string =>
  name
    .replace(quotes, ' ')
    .replace(/[\p{C}\p{Default_Ignorable_Code_Point}\u2800\s.:/@\\]+/gu, ' ')
    .trim()

/** The maximum length of a name in a message. */
const longestName = { sms: 30, email: 100, workplace: 60 }

/**
 * A name in quotation marks, so nobody takes it for the operator's words. English uses the marks of the default
 * alphabet of SMS.
 */
export const quoted = (language: 'en' | 'zh-Hans', channel: Channel, name: string): string => {
  const text = shortened(plainName(name), longestName[channel])
  return language === 'en' && channel === 'sms' ? `"${text}"` : `“${text}”`
}

/**
 * An organisation by its name and kind, because the name alone could be anyone's. An SMS begins with the name of the
 * site.
 */
export const organisationPhrase = (
  language: 'en' | 'zh-Hans',
  { channel, site, organisation }: { channel: Channel; site: string; organisation: string },
): string => {
  const name = quoted(language, channel, organisation)
  const isShort = channel === 'sms'
  if (language === 'en') return `the organisation ${name}${isShort ? '' : ` on ${site}`}`
  return isShort ? `组织${name}` : `${among(site)}上的组织${name}`.trimStart()
}

/** A name within Chinese text: with a space where it begins or ends with a Latin letter or a digit. */
export const among = (name: string): string => name.replace(/^(?=\w)/, ' ').replace(/(?<=\w)$/, ' ')

/** Shortens a text that is too long. The ellipsis belongs to the alphabet of the text. */
export const shortened = (text: string, most: number): string => {
  const characters = [...text]
  if (characters.length <= most) return text
  const ellipsis = defaultAlphabet.test(text) ? '...' : '…'
  return characters.slice(0, most - ellipsis.length).join('') + ellipsis
}

/**
 * An invitation as an SMS of one part. It tries the whole name with the link, a shortened name, the page instead of the
 * link, and no name.
 * @param say makes the SMS from a name and a URL
 */
export const inOnePart = (
  { organisation, link, page }: { organisation: string; link: string; page: string },
  say: (words: { organisation: string | undefined; url: string }) => string,
): string => {
  const name = plainName(organisation)
  const names = [40, 20, 10, 6].map((most) => shortened(name, most))
  const bodies = [
    ...names.map((organisation) => say({ organisation, url: link })),
    ...names.map((organisation) => say({ organisation, url: page })),
    say({ organisation: undefined, url: link }),
    say({ organisation: undefined, url: page }),
  ]
  return bodies.find(isOnePart) ?? bodies.at(-1) ?? ''
}
