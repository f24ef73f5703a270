import { z } from 'zod'

export interface Carried {
  tables: number
  rows: number
}

/** The version of the format. An archive of another version needs another release of Butterfly. */
export const archiveVersion = 1

/**
 * Tables that an archive leaves out: the schema, rows that live for minutes, and state of the processes at one
 * database.
 */
export const notCarried = ['kysely_migration', 'leases', 'probes', 'nonces', 'nonce_memory', 'captchas'] as const

/** The first line of an archive. */
export const archiveHead = z.object({
  format: z.literal('butterfly-deployment'),
  version: z.literal(archiveVersion),
  madeAt: z.iso.datetime(),
  /** The schema of the rows, as the list of its migrations. */
  migrations: z.array(z.string()),
  /** The tables with their columns, each after the tables that it refers to. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1) })),
})

export type ArchiveHead = z.infer<typeof archiveHead>
export type ArchivedTable = ArchiveHead['tables'][number]

/** The line before the rows of a table. Each row is an array in the order of the columns. */
export const tableBegins = z.object({ table: z.string() })

/** The line after the rows of a table. */
export const tableEnds = z.object({ rows: z.number().int(), sum: z.string() })
export type TableEnd = z.infer<typeof tableEnds>

/** The last line, with the SHA-256 of all lines before it. */
export const archiveEnds = z.object({ end: z.literal(true), rows: z.number().int(), sha256: z.string() })

export const archivedRow = z.array(z.union([z.string(), z.number(), z.null()]))
export type ArchivedRow = z.infer<typeof archivedRow>
