/** The cells of a record, and the line in which it begins. `isOdd`: a quote is not where a cell begins or ends. */
export interface CsvRecord {
  line: number
  cells: string[]
  isOdd: boolean
}

/**
 * Reads CSV (RFC 4180) as its text arrives. A quote counts only at the beginning of a cell, and there two quotes mean one.
 * Records without any text are skipped.
 * @returns `read` yields the records that are complete; the last one ends with "\n". `rest`: the text of an incomplete
 *   record, and its line
 */
export const csvReader = (separator = ',') => {
  const bare = `[^${separator}\n]*`
  const cell = new RegExp(`(?: *"([^"]*(?:""[^"]*)*)"(?!")(${bare})|(?! *")(${bare}))([${separator}\n])`, 'gy')
  let [text, began] = ['', 1]
  const read = function* (chunk: string): Generator<CsvRecord> {
    text += chunk
    let [start, line] = [0, began]
    let record: CsvRecord = { line, cells: [], isOdd: false }
    for (const { 0: whole, 1: quoted, 2: after = '', 3: plain = '', 4: end, index } of text.matchAll(cell)) {
      record.cells.push((quoted?.replaceAll('""', '"') ?? plain).trim())
      record.isOdd ||= quoted === undefined ? plain.includes('"') : after.trim() !== ''
      line += (quoted?.split('\n').length ?? 1) - 1
      if (end !== '\n') continue
      if (record.cells.some((each) => each !== '')) yield record
      line += 1
      record = { line, cells: [], isOdd: false }
      ;[start, began] = [index + whole.length, line]
    }
    text = text.slice(start)
  }
  return { read, rest: () => ({ text, line: began }) }
}
