import { readFileSync } from 'node:fs'

/** The content of a JSON file. Undefined if the file does not exist or is not JSON. */
export const readJsonFile = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/** Why {@link readJsonFile} returns undefined. The text of the file may have secrets, so no part of it is shown. */
export const whyNoJson = (path: string): string => {
  try {
    JSON.parse(readFileSync(path, 'utf8'))
    return `${path} has changed`
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== undefined) return `${path} cannot be read (${code})`
    const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? []
    return `${path} is not JSON${line === undefined ? '' : `: see line ${line}, column ${column}`}`
  }
}
