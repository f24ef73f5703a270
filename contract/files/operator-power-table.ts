import type { OperatorCall } from '#contract/call'
import { allOperatorCalls } from '#contract/operator/operator-calls'
import { operatorScopes } from '#contract/operator/operator-power'

const acts: Record<OperatorCall['power']['act'], string> = {
  reads: 'A key with the scope `read` may see the result.',
  reveals: 'The result has a secret or facts of a person. The call is logged.',
  changes: 'The call changes something, and is logged.',
}

const proofs: Record<OperatorCall['power']['proof'], string> = {
  entered: 'The session at the desk is enough.',
  factor: 'The second factor of the desk session is at most 10 minutes old (`proofs.minutes` of the policy).',
}

const scopesOf = ({ power: { act, scopes } }: OperatorCall): string =>
  scopes.length === 0 ? 'any' : [scopes.join(' and '), ...(act === 'reads' ? ['`read`'] : [])].join(', or ')

const reasonOf = ({ input }: OperatorCall): string => {
  const { reason } = input.shape
  if (reason === undefined) return '–'
  return reason.safeParse(undefined).success ? 'may be given' : 'needed, told to the people'
}

const rowOf = (row: OperatorCall): string => {
  const { act, proof, tells, undoneBy } = row.power
  const cells = [
    row.name,
    scopesOf(row),
    act,
    proof,
    reasonOf(row),
    tells.length === 0 ? '–' : tells.join(', '),
    undoneBy,
  ]
  return `| ${cells.join(' | ')} |`
}

/** The power of the calls of the operator in Markdown: a legend, then a line per call. */
export const operatorPowerTable = (): string[] => [
  '## Calls of the operator',
  '',
  'What each call requires of its caller: an [operator key](../operators/administration.md#operator-keys), or an operator at the [desk](../operators/desk.md). The application key of the settings may make all of them. Changing the account of an operator needs the scope `all`.',
  '',
  ...Object.entries(operatorScopes).map(([scope, text]) => `- **${scope}**: ${text}.`),
  '',
  ...Object.entries(acts).map(([act, text]) => `- **${act}**: ${text}`),
  '',
  'At the desk:',
  '',
  ...Object.entries(proofs).map(([proof, text]) => `- **${proof}**: ${text}`),
  '',
  '| call | scope | act | at the desk | reason | tells | undone by |',
  '| --- | --- | --- | --- | --- | --- | --- |',
  ...allOperatorCalls.map(rowOf).sort(),
]
