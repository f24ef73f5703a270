import type { Call, OperatorCall, UserCall } from '#contract/call'
import { allCalls } from '#contract/calls'
import { allOperatorCalls } from '#contract/operator/operator-calls'
import { operatorScopes } from '#contract/operator/operator-power'
import { boundings, proofs, undoings } from '#contract/terms/power'

const begins = '<!-- The table of power, written by `npm run power` -->'
const ends = '<!-- The end of the table of power -->'

/** The columns of a table by their heads. */
type Columns<Row> = Record<string, (row: Row) => string>

const toldBy = ({ power }: Call): string => (power.tells.length === 0 ? '–' : power.tells.join(', '))

const ofPeople: Columns<UserCall> = {
  call: ({ name }) => name,
  proof: ({ power: { proof, when, guarded, factor } }) =>
    [
      when === undefined ? proof : `${proof}, with ${when}`,
      ...(factor ? ['second factor'] : []),
      ...(guarded ? ['guarded'] : []),
    ].join('; '),
  tells: toldBy,
  'after “this was not me”': ({ power }) => power.undoneBy,
  limit: ({ power }) => boundings[power.limit],
}

const acts: Record<OperatorCall['power']['act'], string> = {
  reads: 'A key with the scope `read` may see the result.',
  reveals: 'The result has a secret or facts of a person. The call is logged.',
  changes: 'The call changes something, and is logged.',
}

const deskProofs: Record<OperatorCall['power']['proof'], string> = {
  entered: 'The session at the desk is enough.',
  factor: 'The second factor of the desk session is at most 10 minutes old (`proofs.minutes` of the policy).',
}

const ofOperators: Columns<OperatorCall> = {
  call: ({ name }) => name,
  scope: ({ power: { act, scopes } }) =>
    scopes.length === 0 ? 'any' : [scopes.join(' and '), ...(act === 'reads' ? ['`read`'] : [])].join(', or '),
  act: ({ power }) => power.act,
  'at the desk': ({ power }) => power.proof,
  reason: ({ input: { shape } }) => {
    if (shape.reason === undefined) return '–'
    return shape.reason.safeParse(undefined).success ? 'may be given' : 'needed, told to the people'
  },
  tells: toldBy,
  'undone by': ({ power }) => power.undoneBy,
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const table = <Row>(columns: Columns<Row>, rows: readonly Row[]): string[] => [
  line(Object.keys(columns)),
  line(Object.keys(columns).map(() => '---')),
  ...rows.map((row) => line(Object.values(columns).map((cell) => cell(row)))).sort(),
]

const explained = (terms: Record<string, string>, end = ''): string[] =>
  Object.entries(terms).map(([term, text]) => `- **${term}**: ${text}${end}`)

/** The tables of power in Markdown: each a legend, then a line per call. */
const powerTables = (): string =>
  [
    ...['Proof:', '', ...explained(proofs)],
    '- **guarded**: While “this was not me” guards the account, the caller must have proven the guarding address.',
    ...['', 'After “this was not me”:', '', ...explained(undoings), ''],
    ...[...table(ofPeople, allCalls), '', '## Calls of the operator', ''],
    'What each call requires of its caller: an [operator key](../operators/administration.md#operator-keys), or an operator at the [desk](../operators/desk.md). The application key of the settings may make all of them. Changing the account of an operator needs the scope `all`.',
    ...['', ...explained(operatorScopes, '.'), '', ...explained(acts), ''],
    ...['At the desk:', '', ...explained(deskProofs), '', ...table(ofOperators, allOperatorCalls)],
  ].join('\n')

/**
 * A document with the current tables of power between its two marks.
 * @throws if the document lacks a mark
 */
export const withPowerTable = (document: string): string => {
  const [from, to] = [document.indexOf(begins), document.indexOf(ends)]
  if (from < 0 || to < from) throw new Error('The document has no place for the table of power')
  return `${document.slice(0, from + begins.length)}\n\n${powerTables()}\n\n${document.slice(to)}`
}
