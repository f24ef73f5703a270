/** A key that callers receive and send back. */
import type { MemberKey } from './member-record'
export const writeKey = ({ value, id }: MemberKey): string =>
  Buffer.from(JSON.stringify([value, id])).toString('base64url')

/** Undefined: invalid. */
export const readKey = (text: string): MemberKey | undefined => {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (!Array.isArray(parts) || parts.length !== 2) return undefined
    const [value, id] = parts as unknown[]
    const isText = (part: unknown): part is string => typeof part === 'string' && !part.includes('\0')
    return isText(value) && isText(id) ? { value, id } : undefined
  } catch {
    return undefined
  }
}
