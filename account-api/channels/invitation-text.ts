/** The default alphabet of SMS (GSM 03.38), without what it counts twice. */
const defaultAlphabet = /^[\w \r\n@£$¥èéùìòÇØøÅåΔΦΓΛΩΠΨΣΘΞÆæßÉ!"#¤%&'()*+,./:;<=>?¡ÄÖÑÜ§¿äöñüà-]*$/

/** Whether an SMS is sent, and paid, as one: 160 characters of the default alphabet, or 70 of Unicode. */
export const isOnePart = (body: string): boolean => body.length <= (defaultAlphabet.test(body) ? 160 : 70)

/**
 * A name that somebody chose, in a message to others: in one line, and without what a reader of messages makes a link
 * of.
 */
export const plainName = (name: string): string => name.replace(/[\p{C}.:/@\\]+/gu, ' ').trim()
