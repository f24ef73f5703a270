/** The default alphabet of SMS (GSM 03.38), without what it counts twice. */
const defaultAlphabet = /^[\w \r\n@£$¥èéùìòÇØøÅåΔΦΓΛΩΠΨΣΘΞÆæßÉ!"#¤%&'()*+,./:;<=>?¡ÄÖÑÜ§¿äöñüà-]*$/

/** Whether an SMS is sent, and paid, as one: 160 characters of the default alphabet, or 70 of Unicode. */
const isOnePart = (body: string): boolean => body.length <= (defaultAlphabet.test(body) ? 160 : 70)

/**
 * A name that somebody chose, in a message to others: in one line, and without what a reader of messages makes a link
 * of.
 */
export const plainName = (name: string): string => name.replace(/[\p{C}.:/@\\]+/gu, ' ').trim()

/** The beginning of a text that is too long. The ellipsis is of the alphabet of the text. */
export const shortened = (text: string, most: number): string => {
  const characters = [...text]
  if (characters.length <= most) return text
  const ellipsis = defaultAlphabet.test(text) ? '...' : '…'
  return characters.slice(0, most - ellipsis.length).join('') + ellipsis
}

/**
 * An invitation as an SMS of one part: with the whole name and the link, with less of the name, with the page in place
 * of the link, or without a name.
 * @param say makes the SMS of a name and a URL
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
