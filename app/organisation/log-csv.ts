import type { TFunction } from 'i18next'
import { clientText } from '../activity/client-text'
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

export const headLine = (t: TFunction): string => line(columns.map((name) => t(`organisationLog.column.${name}`)))

export const entryLine = (
  t: TFunction,
  { at, kind, actor, target, before, after, address, client }: LogEntry,
): string =>
  line([
    at,
    t(`organisationAct.${kind}`),
    actor.name,
    actor.id,
    target.name,
    target.id,
    valuesText(t, before),
    valuesText(t, after),
    address,
    client.browser || client.system ? clientText(t, client) : '',
  ])

/** Values as lines of one cell. */
const valuesText = (t: TFunction, values: Values): string =>
  changesOf(t, { before: null, after: values })
    .filter(({ after }) => after !== '')
    .map(({ label, after }) => `${t('organisationLog.label', { label })} ${after}`)
    .join('\n')
