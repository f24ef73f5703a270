/** The answer to the validation of a ticket. `code`: one of the CAS Protocol 3.0.3, section 2.5.3. */
export type CasAnswer =
  | { ok: true; user: string; attributes: Record<string, string[]> }
  | {
      ok: false
      code: 'INVALID_REQUEST' | 'INVALID_TICKET' | 'INVALID_SERVICE' | 'INVALID_PROXY_CALLBACK' | 'INTERNAL_ERROR'
      text: string
    }

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** The characters that XML 1.0 does not allow, not even escaped. */
const unspeakable = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/** A text as the content of an element or of a quoted attribute. */
export const escapeXml = (text: string): string =>
  text.replace(unspeakable, '').replace(/[&<>"']/g, (character) => escapes[character] ?? '')

const element = (name: string, content: string): string => `<cas:${name}>${content}</cas:${name}>`

/**
 * The document of `/serviceValidate` (appendix A). Clients take an element's text literally, so there is no white
 * space.
 */
export const casXml = (answer: CasAnswer): string => {
  const content = answer.ok
    ? element('authenticationSuccess', element('user', escapeXml(answer.user)) + attributesXml(answer.attributes))
    : `<cas:authenticationFailure code="${answer.code}">${escapeXml(answer.text)}</cas:authenticationFailure>`
  return `<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">${content}</cas:serviceResponse>\n`
}

const attributesXml = (attributes: Record<string, string[]>): string => {
  const all = Object.entries(attributes).flatMap(([name, values]) =>
    values.map((value) => element(name, escapeXml(value))),
  )
  return all.length > 0 ? element('attributes', all.join('')) : ''
}

/** The same as JSON. An attribute of several values is a list. */
export const casJson = (answer: CasAnswer): string => {
  if (!answer.ok) return json({ authenticationFailure: { code: answer.code, description: answer.text } })
  const attributes = Object.fromEntries(
    Object.entries(answer.attributes).map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  )
  return json({
    authenticationSuccess: { user: answer.user, ...(Object.keys(attributes).length > 0 && { attributes }) },
  })
}

const json = (serviceResponse: object): string => JSON.stringify({ serviceResponse })
