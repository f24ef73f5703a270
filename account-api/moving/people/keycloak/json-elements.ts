import { BadFile } from '#account-api/moving/bad-file'
import { mostCharacters } from '#account-api/moving/people/text-chunks'

/** The text of an element of an array, and the line in which it begins. */
export interface JsonElement {
  line: number
  text: string
}

/**
 * Reads the objects in one array of a file's object, as their text arrives, and skips everything else. The rest of the
 * file is not checked.
 * @param key the name of the array
 * @throws BadFile for a file without an object, or one that ends before the object does
 */
export const jsonElements = async function* (chunks: AsyncIterable<string>, key: string): AsyncGenerator<JsonElement> {
  const scan = scanner(key)
  for await (const chunk of chunks) yield* scan.read(chunk)
  scan.end()
}

const [outside, inside] = [/["{}[\]\n]/g, /["\\\n]/g]

const scanner = (key: string) => {
  let [text, at, line, depth] = ['', 0, 1, 0]
  /** Where the current string or element begins. Below 0: none. */
  let [string, element, elementLine] = [-1, -1, 1]
  let [lastString, isWanted, hasBegun] = ['', false, false]

  const open = (stop: string, index: number): void => {
    if (depth === 0 && (stop === '[' || hasBegun))
      throw new BadFile('it has to contain one object, such as the export of one realm')
    hasBegun = true
    if (depth === 1) isWanted = stop === '[' && lastString === key
    depth += 1
    if (stop === '{' && depth === 3 && isWanted) [element, elementLine] = [index, line]
  }

  const close = (index: number): JsonElement | undefined => {
    depth -= 1
    if (depth < 0) throw new BadFile(`line ${line} closes what was not opened`)
    if (depth !== 2 || element < 0) return undefined
    const found = { line: elementLine, text: text.slice(element, index + 1) }
    element = -1
    return found
  }

  return {
    read: function* (chunk: string): Generator<JsonElement> {
      text += chunk
      for (;;) {
        const stops = string < 0 ? outside : inside
        stops.lastIndex = at
        const found = stops.exec(text)
        if (!found) break
        at = found.index + 1
        const [stop] = found
        if (stop === '\n') line += 1
        else if (string < 0 && stop === '"') string = found.index
        else if (stop === '\\') {
          // The escaped character may be in the next part.
          if (at === text.length) {
            at -= 1
            break
          }
          at += 1
        } else if (stop === '"') {
          if (depth === 1) lastString = text.slice(string + 1, found.index)
          string = -1
        } else if (stop === '{' || stop === '[') open(stop, found.index)
        else {
          const closed = close(found.index)
          if (closed) yield closed
        }
      }
      // Keeps the text of the current string or element.
      const needed = Math.min(...[string, element].filter((each) => each >= 0), at)
      const kept = string < 0 && element < 0 ? text.length : needed
      const isBackslash = text.endsWith('\\') && at === text.length - 1
      const from = isBackslash ? Math.min(kept, at) : kept
      if (!isBackslash) at = text.length
      text = text.slice(from)
      at -= from
      if (string >= 0) string -= from
      if (element >= 0) element -= from
      if (text.length > mostCharacters) throw new BadFile(`what begins in line ${elementLine} is too long`)
    },
    end: (): void => {
      if (!hasBegun || depth !== 0 || string >= 0) throw new BadFile('it ends before its object does')
    },
  }
}
