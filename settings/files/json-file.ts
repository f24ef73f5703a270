import { readFileSync } from 'node:fs'

/** The content of a JSON file, or undefined when there is no such file or it holds no JSON. */
export const readJsonFile = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
