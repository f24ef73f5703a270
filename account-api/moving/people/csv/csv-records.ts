import { BadFile } from '#account-api/moving/bad-file'
import { mostCharacters } from '#account-api/moving/people/text-chunks'

/** The cells of a record, and the line in which it begins. */
export interface CsvRecord {
  line: number
  cells: string[] | undefined
}

/**
 * Reads CSV records (RFC 4180) as their text arrives. Cells are undefined if the quotes of a record are wrong. Empty
 * lines are skipped.
 * @throws BadFile for a record that does not end
 */
export const csvRecords = async function* (chunks: AsyncIterable<string>): AsyncGenerator<CsvRecord> {
  const stops = /["\n]/g
  let [text, at, line, began, isQuoted] = ['', 0, 1, 1, false]
  let closedAt = -1
  for await (const chunk of chunks) {
    text += chunk
    stops.lastIndex = at
    let start = 0
    for (let stop = stops.exec(text); stop; stop = stops.exec(text)) {
      const { index } = stop
      // A quote counts at the beginning of a cell. Within a quoted cell, two quotes mean one.
      if (stop[0] === '"' && isQuoted) {
        isQuoted = false
        closedAt = index
      } else if (stop[0] === '"') isQuoted = index === start || text[index - 1] === ',' || closedAt === index - 1
      else {
        line += 1
        if (isQuoted) continue
        yield* recordOf(text.slice(start, index), began)
        start = index + 1
        began = line
      }
    }
    text = text.slice(start)
    closedAt -= start
    at = text.length
    if (text.length > mostCharacters) throw new BadFile(`the record of line ${began} is too long, or its quote is open`)
  }
  if (isQuoted) throw new BadFile(`the quote in the record of line ${began} is not closed`)
  yield* recordOf(text, began)
}

const recordOf = function* (text: string, line: number): Generator<CsvRecord> {
  const plain = text.endsWith('\r') ? text.slice(0, -1) : text
  if (plain.trim() !== '') yield { line, cells: cellsOf(plain) }
}

const quoted = /"((?:[^"]|"")*)"(,|$)/y

const cellsOf = (text: string): string[] | undefined => {
  const cells: string[] = []
  for (let at = 0; ; ) {
    if (text[at] === '"') {
      quoted.lastIndex = at
      const [whole, cell = '', end] = quoted.exec(text) ?? []
      if (whole === undefined) return undefined
      cells.push(cell.replaceAll('""', '"').trim())
      if (end === '') return cells
      at += whole.length
    } else {
      const end = text.indexOf(',', at)
      const cell = text.slice(at, end < 0 ? undefined : end)
      if (cell.includes('"')) return undefined
      cells.push(cell.trim())
      if (end < 0) return cells
      at = end + 1
    }
  }
}
