import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Language } from '~/i18n/texts'

/** Texts, as stored in the data folder. */
export interface StoredTexts {
  /** When the service was asked for them, in milliseconds since 1970. */
  askedAt: number
  /** By dotted key. They are checked again, because anyone who can write into the folder could have changed them. */
  texts: Record<string, unknown>
}

const schema = z.object({
  service: z.string(),
  askedAt: z.number().finite(),
  texts: z.record(z.string(), z.unknown()),
})

const fileMaxBytes = 4 * 1024 * 1024

const pathIn = (folder: string, language: Language): string => join(folder, `translations.${language}.json`)

/**
 * The stored texts of a language, from this copy or another one that shares the folder.
 * @param service the address of the service: texts from another service are not used
 * @returns undefined when there are none
 * @throws Error when the file cannot be read, is too large or has other content
 */
export const readStoredTexts = async (
  folder: string,
  language: Language,
  service: string,
): Promise<StoredTexts | undefined> => {
  const file = await open(pathIn(folder, language)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!file) return undefined
  try {
    const { size } = await file.stat()
    if (size > fileMaxBytes) throw new Error(`the file has ${size} bytes`)
    const stored = schema.parse(JSON.parse(await file.readFile('utf8')))
    return stored.service === service ? stored : undefined
  } finally {
    await file.close()
  }
}

/**
 * Stores the texts of a language for the next start. A copy that reads meanwhile finds the whole old or the whole new
 * file. The folder is created, for its owner alone, if it is missing.
 * @throws Error when the folder cannot be written
 */
export const storeTexts = async (
  folder: string,
  language: Language,
  stored: { service: string; askedAt: number; texts: ReadonlyMap<string, string> },
): Promise<void> => {
  // If all secrets are settings, nothing has created it before.
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const path = pathIn(folder, language)
  const unfinished = `${path}.${randomUUID()}`
  try {
    const file = await open(unfinished, 'wx', 0o600)
    try {
      await file.writeFile(JSON.stringify({ ...stored, texts: Object.fromEntries(stored.texts) }))
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}
