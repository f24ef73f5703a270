import { BadFile } from '#account-api/moving/bad-file'
import type { SourceLine } from '#account-api/moving/people/source-person'
import { mostCharacters, textChunks } from '#account-api/moving/people/text-chunks'
import { type CsvRecord, csvReader } from '#rules/typed/csv'

/** The columns of a file. Only the first one is required. */
export const csvColumns = [
  ...['id', 'email', 'email_verified', 'mobile', 'mobile_verified', 'username', 'name', 'password_hash'],
  ...['created', 'last_used', 'state', 'language', 'birthday'],
] as const

export type Column = (typeof csvColumns)[number]

/** A cell whose content its column does not allow. */
class BadCell extends Error {}

/**
 * Reads the people of a CSV file, whose first line names its columns in any order.
 * @throws BadFile for a wrong first line, and for a file that cannot be read
 */
export const csvPeople = async function* (path: string): AsyncGenerator<SourceLine> {
  let columns: string[] | undefined
  for await (const record of csvRecords(textChunks(path)))
    if (columns) yield personIn(columns, record)
    else columns = columnsOf(record.cells)
  if (columns === undefined) throw new BadFile(`${path} is empty`)
}

/** @throws BadFile for a record that does not end */
export const csvRecords = async function* (chunks: AsyncIterable<string>): AsyncGenerator<CsvRecord> {
  const csv = csvReader()
  for await (const chunk of chunks) {
    yield* csv.read(chunk)
    const { text, line } = csv.rest()
    if (text.length > mostCharacters) throw new BadFile(`the record of line ${line} is too long, or its quote is open`)
  }
  yield* csv.read('\n')
  const { text, line } = csv.rest()
  if (text !== '') throw new BadFile(`the quote in the record of line ${line} is not closed`)
}

const columnsOf = (cells: string[]): string[] => {
  const names = cells.map((cell) => cell.toLowerCase())
  const unknown = names.filter((name) => !(csvColumns as readonly string[]).includes(name))
  if (unknown.length > 0)
    throw new BadFile(
      `the first line has to name columns, and these are unknown: ${unknown.map((each) => `“${each}”`)}`,
    )
  if (new Set(names).size < names.length) throw new BadFile('the first line names a column twice')
  if (!names.includes('id')) throw new BadFile('the first line has no column “id”')
  return names
}

const personIn = (columns: readonly string[], { line, cells, isOdd }: CsvRecord): SourceLine => {
  if (isOdd) return { line, refused: 'its quotes are not closed properly' }
  if (cells.length !== columns.length)
    return { line, refused: `it has ${cells.length} cells, and the first line names ${columns.length} columns` }
  return personOf(line, (column) => cells[columns.indexOf(column)])
}

/** A person whose facts have the names of the columns. An empty cell counts as left out. */
export const personOf = (line: number, factOf: (column: Column) => string | undefined): SourceLine => {
  const cell = (column: Column): string | undefined => factOf(column) || undefined
  try {
    return {
      line,
      origin: cell('id') ?? '',
      email: cell('email'),
      isEmailVerified: switchIn('email_verified', cell('email_verified')),
      mobile: cell('mobile'),
      isMobileVerified: switchIn('mobile_verified', cell('mobile_verified')),
      username: cell('username'),
      name: cell('name'),
      passwordHash: cell('password_hash'),
      createdAt: timeIn('created', cell('created')),
      lastUsedAt: timeIn('last_used', cell('last_used')),
      isSuspended: isSuspended(cell('state')),
      language: cell('language'),
      birthday: cell('birthday'),
      authenticator: undefined,
      leftOut: [],
    }
  } catch (error) {
    if (error instanceof BadCell) return { line, refused: error.message }
    throw error
  }
}

const switchIn = (column: Column, cell = 'false'): boolean => {
  const said = cell.toLowerCase()
  if (!['true', 'false', '1', '0'].includes(said)) throw new BadCell(`${column} has to be true or false`)
  return said === 'true' || said === '1'
}

const isSuspended = (cell = 'active'): boolean => {
  if (cell !== 'active' && cell !== 'frozen') throw new BadCell('state has to be active or frozen')
  return cell === 'frozen'
}

/** Milliseconds since the epoch, or a time of ISO 8601 with its zone, or a day. */
const timeIn = (column: Column, cell: string | undefined): number | undefined => {
  if (cell === undefined) return undefined
  const isTime = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/.test(cell)
  const at = /^\d{12,14}$/.test(cell) ? Number(cell) : isTime ? Date.parse(cell) : Number.NaN
  if (Number.isNaN(at)) throw new BadCell(`${column} has to be a time such as 2026-11-26T10:00:00Z, or in milliseconds`)
  return at
}
