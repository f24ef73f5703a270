import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Language } from '~/i18n/texts'

/** Texts as the data folder keeps them. */
export interface StoredTexts {
  /** When the service was asked for them, in milliseconds since 1970. */
  askedAt: number
  /** By dotted key. Anyone who can write into the folder could have changed them, so they are checked again. */
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
 * The texts of a language that this copy, or another one that shares the folder, has kept.
 * @param service the address that they were asked from: those of another service are not used
 * @returns undefined when there are none
 * @throws Error when there is a file that cannot be read, is too large or holds something else
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
 * Keeps the texts of a language for the next start. A copy that reads meanwhile finds the old file or the new one,
 * whole. The folder is made, for its owner alone, where it is not there yet.
 * @throws Error when the folder takes no file
 */
export const storeTexts = async (
  folder: string,
  language: Language,
  stored: { service: string; askedAt: number; texts: ReadonlyMap<string, string> },
): Promise<void> => {
  // Where all secrets are settings, nothing has made it before.
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
