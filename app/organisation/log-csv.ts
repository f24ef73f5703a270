import { clientText } from '../activity/client-text'
import { type Language, translator } from '../i18n/texts'
import type { LogEntry } from './log-entry'
import { changesOf, type Values } from './log-values'

/** How spreadsheets know that a file is UTF-8. */
export const byteOrderMark = '\ufeff'

/**
 * What makes a spreadsheet take the rest for a formula: at the beginning, and also after a character that separates cells
 * in another country.
 */
const formula = /(^|[;|\t\r\n])(\s*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g

/** A cell (RFC 4180). An apostrophe keeps a formula from being one; a tab at the beginning is no text either. */
export const cell = (text: string): string => {
  const plain = text.replace(formula, "$1$2'").replace(/^(?=[\t\r])/, "'")
  return `"${plain.replaceAll('"', '""')}"`
}

/** A line of cells, with its end. */
export const line = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`

const columns = ['time', 'act', 'who', 'who_id', 'what', 'what_id', 'before', 'after', 'address', 'client'] as const

export const headLine = (language: Language): string =>
  line(columns.map((name) => translator(language)(`organisationLog.column.${name}`)))

/** The last line of a file that does not hold everything. */
export const cutLine = (language: Language, count: number): string =>
  line([translator(language)('organisationLog.cut', { count })])

export const entryLine = (language: Language, entry: LogEntry): string => {
  const t = translator(language)
  const { actor, target, client } = entry
  /** Values as lines of one cell. */
  const valuesText = (values: Values): string =>
    changesOf(t, language, { before: null, after: values })
      .filter(({ after }) => after !== '')
      .map(({ label, after }) => t('organisationLog.label', { label }) + after)
      .join('\n')
  return line([
    entry.at,
    t(`organisationAct.${entry.kind}`),
    actor.name,
    actor.id,
    target.name,
    target.id,
    valuesText(entry.before),
    valuesText(entry.after),
    entry.address,
    client.browser || client.system ? clientText(t, client) : '',
  ])
}
