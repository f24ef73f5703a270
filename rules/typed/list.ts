import { addressesIn } from './address'
import { type CsvRecord, csvReader } from './csv'
import { columnNames } from './tables/columns'

/** How a list is read, or why it is refused. */
export type ListFormat = 'lines' | 'csv'
export type ListRefusal = 'empty' | 'too_many_lines' | 'not_text' | 'open_quote'

/** A line of a list: its position, and its address, name, role and note, if given. */
export interface ListedLine {
  number: number
  address: string
  name: string
  role: string
  note: string
}

export type ReadList = { ok: true; lines: ListedLine[] } | { ok: false; reason: ListRefusal; line: number }

type Cells = Pick<CsvRecord, 'line' | 'cells'>

const refused = (reason: ListRefusal, line = 0): ReadList => ({ ok: false, reason, line })

/** Control characters that do not belong in text, and the replacement character for invalid bytes (U+FFFD). */
const noText = /[^\P{Cc}\t\r\n]|\ufffd/u

/**
 * Reads a list of people to invite. Empty lines are skipped.
 * @param most the maximum number of people
 */
export const readList = (text: string, format: ListFormat, most: number): ReadList => {
  if (noText.test(text)) return refused('not_text')
  // Some programs for sheets name the separator in the first line.
  const plain = text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/^sep=.(?=\n)/i, '')
  const csv = csvReader(separatorIn(plain))
  const lines = columnsOf(format === 'csv' ? [...csv.read(`${plain}\n`)] : recordsOfLines(plain))
  if (csv.rest().text !== '') return refused('open_quote', csv.rest().line)
  if (lines.length > most) return refused('too_many_lines')
  return lines.length === 0 ? refused('empty') : { ok: true, lines }
}

const everyName = Object.values(columnNames).flat()
/** True for the first row of a sheet that is copied with the names of its columns. */
const isHead = (row: string): boolean => row.split('\t').every((cell) => everyName.includes(cell.trim().toLowerCase()))

/** Reads each address as one cell. Addresses are numbered by line, unless a line has several. */
const recordsOfLines = (text: string): Cells[] => {
  const lines = text
    .split('\n')
    .map((line, nth) => (line.trim() === '' || (nth === 0 && isHead(line)) ? [] : addressesIn(line)))
  const isOneEach = lines.every(({ length }) => length <= 1)
  const cells = lines.flatMap((found, line) => found.map((address) => ({ line, address })))
  return cells.map(({ line, address }, nth) => ({ line: (isOneEach ? line : nth) + 1, cells: [address] }))
}

/** The separator of cells: the one that is most frequent in the first line with any of them. */
const separatorIn = (text: string): string => {
  const plain = (/^.*[,;\t].*$/m.exec(text)?.[0] ?? '').replace(/"[^"]*"/g, '')
  const count = (separator: string) => plain.split(separator).length
  return [',', ';', '\t'].reduce((most, each) => (count(each) > count(most) ? each : most))
}

/**
 * The cells as columns, in the order of the first line if that names columns. Otherwise the order is address, name
 * (only in four columns), role and note.
 */
const columnsOf = (records: readonly Cells[]): ListedLine[] => {
  const heads = records[0]?.cells.map((each) => each.toLowerCase()) ?? []
  const named = Object.values(columnNames).map((names) => heads.findIndex((head) => names.includes(head)))
  const hasHead = named[0] !== -1
  const places = hasHead ? named : records.some(({ cells }) => cells.length > 3) ? [0, 1, 2, 3] : [0, -1, 1, 2]
  return records.slice(hasHead ? 1 : 0).map(({ line, cells }) => {
    const [address = '', name = '', role = '', note = ''] = places.map((place) => unguarded(cells[place]))
    return { number: line, address, name, role, note }
  })
}

/** A cell without the mark by which exported files keep spreadsheets from reading it as a formula. */
const unguarded = (cell = ''): string => cell.replace(/^'(?=[=+@-])/, '')
