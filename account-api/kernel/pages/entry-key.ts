/** The position of an entry in a sorted list: the sort value, and the id of the entry. */
export interface EntryKey {
  value: string
  id: string
}

/** A key, as callers receive it and send it back. */
export const writeKey = ({ value, id }: EntryKey): string =>
  Buffer.from(JSON.stringify([value, id])).toString('base64url')

/** Undefined: invalid. */
export const readKey = (text: string): EntryKey | undefined => {
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
