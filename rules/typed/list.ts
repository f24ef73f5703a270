import { addressesIn } from './address'

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

const refused = (reason: ListRefusal, line = 0): ReadList => ({ ok: false, reason, line })

/** Control characters that are not text, and the replacement character for invalid bytes (U+FFFD). */
const noText = /[^\P{Cc}\t\r\n]|\ufffd/u

/**
 * Reads a list of people to invite. Empty lines are skipped.
 * @param most how many people it may have
 */
export const readList = (text: string, format: ListFormat, most: number): ReadList => {
  if (noText.test(text)) return refused('not_text')
  const plain = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const records = format === 'csv' ? readCsv(plain) : recordsOfLines(plain)
  if ('openQuote' in records) return refused('open_quote', records.openQuote)
  const lines = columnsOf(records)
  if (lines.length > most) return refused('too_many_lines')
  return lines.length === 0 ? refused('empty') : { ok: true, lines }
}

/** The cells of the record that begins in a line. */
interface CsvRecord {
  number: number
  cells: string[]
}

/** Each address as one cell. They are numbered by line, unless a line has several. */
const recordsOfLines = (text: string): CsvRecord[] => {
  const lines = text.split('\n').map((line) => (line.trim() === '' ? [] : addressesIn(line)))
  const isOneEach = lines.every(({ length }) => length <= 1)
  const cells = lines.flatMap((found, line) => found.map((address) => ({ line, address })))
  return cells.map(({ line, address }, nth) => ({ number: (isOneEach ? line : nth) + 1, cells: [address] }))
}

/** The separator of cells: the one that is most frequent in the first line with any of them. */
const separatorIn = (text: string): string => {
  const first = text.search(/[,;\t]/)
  if (first < 0) return ','
  const [line = ''] = text.slice(text.lastIndexOf('\n', first) + 1).split('\n', 1)
  const plain = line.replace(/"[^"]*"/g, '')
  const counted = [',', ';', '\t'].map((separator) => ({ separator, count: plain.split(separator).length }))
  return counted.sort((one, other) => other.count - one.count)[0]?.separator ?? ','
}

/** Reads CSV (RFC 4180) with any of three separators. A quote counts only at the beginning of a cell. */
const readCsv = (text: string): CsvRecord[] | { openQuote: number } => {
  const separator = separatorIn(text)
  const end = new RegExp(`[${separator}\n]|$`, 'g')
  const records: CsvRecord[] = []
  let present: CsvRecord = { number: 1, cells: [] }
  for (let at = 0, number = 1; at <= text.length; at += 1) {
    while (text[at] === ' ') at += 1
    const close = text[at] === '"' ? closingQuote(text, at + 1) : undefined
    if (close === -1) return { openQuote: number }
    end.lastIndex = close ?? at
    const next = end.exec(text)?.index ?? text.length
    const cell = close === undefined ? text.slice(at, next) : text.slice(at + 1, close).replaceAll('""', '"')
    present.cells.push(cell.trim())
    number += cell.split('\n').length - 1
    at = next
    if (text[at] === separator) continue
    if (present.cells.some((each) => each !== '')) records.push(present)
    number += 1
    present = { number, cells: [] }
  }
  return records
}

/**
 * The position of the closing quote of a cell whose text begins at this position: two quotes mean one. Below 0: not
 * found.
 */
const closingQuote = (text: string, from: number): number => {
  let at = text.indexOf('"', from)
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at
}

/** The column names that a first line may use, including those of our own files of members. */
const columnNames = [
  'address|email|e-mail|email address|mail|mobile|mobile number|phone|mobile or email|地址|邮箱|电子邮箱|邮件|手机|手机号|手机号码|手机号或邮箱',
  'name|full name|display name|姓名|名字|名称|成员名称',
  'role|roles|角色',
  'note|附言|留言|备注',
].map((names) => names.split('|'))

/** The cells as columns: in the order that the first line names, otherwise address, name if there are four, role and note. */
const columnsOf = (records: CsvRecord[]): ListedLine[] => {
  const heads = records[0]?.cells.map((each) => each.toLowerCase()) ?? []
  const named = columnNames.map((names) => heads.findIndex((head) => names.includes(head)))
  const hasHead = named[0] !== -1
  const places = hasHead ? named : records.some(({ cells }) => cells.length > 3) ? [0, 1, 2, 3] : [0, -1, 1, 2]
  return records.slice(hasHead ? 1 : 0).map(({ number, cells }) => {
    const [address = '', name = '', role = '', note = ''] = places.map((place) => unguarded(cells[place]))
    return { number, address, name, role, note }
  })
}

/** A cell without the mark by which our own files keep spreadsheets from reading it as a formula. */
const unguarded = (cell = ''): string => cell.replace(/^'(?=[=+@-])/, '')
