/** Texts by key, in the structure of their file. */
export interface Texts {
  [key: string]: string | Texts
}

/** The texts of a file by their dotted keys, such as `login.title`. */
export const flatTexts = (texts: Texts, path = ''): [key: string, text: string][] =>
  Object.entries(texts).flatMap(([key, text]): [string, string][] =>
    typeof text === 'string' ? [[path + key, text]] : flatTexts(text, `${path}${key}.`),
  )

/**
 * A copy of some texts with some of them replaced.
 * @param others by dotted key; each replaces a text or a folder of texts of `texts`
 */
export const withTexts = (texts: Texts, others: ReadonlyMap<string, string>): Texts => {
  const copy = structuredClone(texts)
  for (const [key, text] of others) {
    const folders = key.split('.')
    const name = folders.pop() ?? ''
    let place = copy
    for (const folder of folders) {
      const inner = place[folder]
      const next = typeof inner === 'object' ? inner : {}
      place[folder] = next
      place = next
    }
    place[name] = text
  }
  return copy
}
