/** Why the user and the password of a URL cannot be read, as the end of a sentence that begins with the setting. */
export const cutPassword = 'has to write #, / and ? in a user or a password as %23, %2F and %3F'
export const notDecoded = 'has to write % in a user or a password as %25'

/**
 * True when an @ follows what looks like host and port. A password with # / or ? is cut off there, and its beginning
 * would be sent to name servers and logs.
 */
export const hasCutPassword = (text: string): boolean => /^[a-z]+:\/\/[^/?#@]*:[^/?#@]*[/?#].*@/s.test(text)

/** A part of a URL without its escapes. Undefined if it has a % that begins none. */
export const unescaped = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
