import { allCalls } from '#contract/calls'
import { boundings, type Power, proofs, undoings } from '#contract/terms/power'
import { operatorPowerTable } from './operator-power-table'

const begins = '<!-- The table of power, written by `npm run power` -->'
const ends = '<!-- The end of the table of power -->'

const needed = ({ proof, when, guarded, factor }: Power): string =>
  [
    when === undefined ? proof : `${proof}, with ${when}`,
    ...(factor ? ['second factor'] : []),
    ...(guarded ? ['guarded'] : []),
  ].join('; ')

const rowOf = (name: string, power: Power): string => {
  const told = power.tells.length === 0 ? '–' : power.tells.join(', ')
  return `| ${[name, needed(power), told, power.undoneBy, boundings[power.limit]].join(' | ')} |`
}

const explained = (terms: Record<string, string>): string[] =>
  Object.entries(terms).map(([term, text]) => `- **${term}**: ${text}`)

/** The table of power in Markdown: a legend, a line per call of the contract, and those of the operator. */
const powerTable = (): string =>
  [
    'Proof:',
    '',
    ...explained(proofs),
    '- **guarded**: While “this was not me” guards the account, the caller must have proven the guarding address.',
    '',
    'After “this was not me”:',
    '',
    ...explained(undoings),
    '',
    '| call | proof | tells | after “this was not me” | limit |',
    '| --- | --- | --- | --- | --- |',
    ...allCalls.map(({ name, power }) => rowOf(name, power)).sort(),
    '',
    ...operatorPowerTable(),
  ].join('\n')

/**
 * A document with the current table of power between its two marks.
 * @throws if the document lacks a mark
 */
export const withPowerTable = (document: string): string => {
  const [from, to] = [document.indexOf(begins), document.indexOf(ends)]
  if (from < 0 || to < from) throw new Error('The document has no place for the table of power')
  return `${document.slice(0, from + begins.length)}\n\n${powerTable()}\n\n${document.slice(to)}`
}
