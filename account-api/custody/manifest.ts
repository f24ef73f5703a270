import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { NotRun } from '#account-api/start/not-run'
import { type KeyFile, keyFiles } from '#settings/files/secret-file'

/** The files of a backup, besides the generated secrets. */
export const parts = {
  manifest: 'manifest.json',
  sqlite: 'butterfly.db',
  postgres: 'butterfly.dump',
  sealedSecrets: 'secrets.sealed',
} as const

const keyNames = Object.keys(keyFiles) as [KeyFile, ...KeyFile[]]
const part = z.enum([parts.sqlite, parts.postgres, parts.sealedSecrets, ...keyNames])
const count = z.number().int().nonnegative()

const shape = z.object({
  product: z.literal('butterfly backup'),
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  database: z.enum(['SQLite', 'PostgreSQL']),
  files: z.partialRecord(part, z.object({ bytes: count, sha256: z.string().regex(/^[\da-f]{64}$/) })),
  /** The migrations that have run, in their order. */
  migrations: z.array(z.string().regex(/^[\w-]{1,255}$/)).min(1),
  rows: z.record(z.string(), count),
  /** The generated secrets in the backup. */
  secrets: z.array(z.enum(keyNames)),
  /** How the passphrase that seals them was stretched. Null: they are not sealed. */
  sealedBy: z.object({ salt: z.string(), cost: count }).nullable(),
  /** The ids of the secrets that the backup lacks because they are in the environment. */
  needs: z.partialRecord(z.enum(['ACCOUNT_API_KEY', 'SESSION_SECRETS', 'PASSWORD_PEPPERS']), z.array(z.string())),
})

/** A backup's description of itself. It contains no secret. */
export type Manifest = z.infer<typeof shape>

export const newestOf = ({ migrations }: Pick<Manifest, 'migrations'>): string => migrations.at(-1) ?? ''

/** Undefined for a folder that is not a backup. */
export const manifestIn = (folder: string): Manifest | undefined => {
  try {
    return shape.safeParse(JSON.parse(readFileSync(join(folder, parts.manifest), 'utf8'))).data
  } catch {
    return undefined
  }
}

/**
 * @throws NotRun for a folder that is not a backup
 */
export const readManifest = (folder: string): Manifest => {
  const manifest = manifestIn(folder)
  if (manifest) return manifest
  throw new NotRun(`${folder} is not a complete backup of this version: it has no ${parts.manifest} that can be read.`)
}
