import { savedHeaders } from '~/navigation/file-answer'

/** The mark by which spreadsheets recognise UTF-8. */
export const byteOrderMark = '\ufeff'

/**
 * The characters that make a spreadsheet read the rest as a formula: at the beginning, and also after a character that
 * separates cells in another country.
 */
const formula = /(^|[;|\t\r\n])(\s*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g

/** A cell (RFC 4180). An apostrophe disarms a formula; a tab at the beginning is not text either. */
export const cell = (text: string): string => {
  const plain = text.replace(formula, "$1$2'").replace(/^(?=[\t\r])/, "'")
  return `"${plain.replaceAll('"', '""')}"`
}

/** A line of cells, with its end. */
export const line = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`

interface FileFacts {
  /** The name of the file, without its ending. */
  name: string
  cookies: readonly string[]
}

/** The headers of a file, for a browser to save. */
export const csvHeaders = ({ name, cookies }: FileFacts): Headers =>
  savedHeaders({ mediaType: 'text/csv', name: `${name}.csv`, cookies })

/** Answers with the parts of a file, for a browser to save. */
export const csvAnswer = (parts: readonly Buffer[], facts: FileFacts): Response =>
  new Response(new Uint8Array(Buffer.concat(parts)), { headers: csvHeaders(facts) })
