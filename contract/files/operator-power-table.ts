import type { OperatorCall } from '#contract/call'
import { allOperatorCalls } from '#contract/operator/operator-calls'
import { operatorScopes } from '#contract/operator/operator-power'

const acts: Record<OperatorCall['power']['act'], string> = {
  reads: 'It shows what a key with the scope `read` may see.',
  reveals: 'It shows a secret, or facts of a person, and is logged.',
  changes: 'It changes something, and is logged.',
}

const proofs: Record<OperatorCall['power']['proof'], string> = {
  entered: 'The session at the desk is enough.',
  factor:
    'The second factor by which the desk was entered is not older than 10 minutes (`proofs.minutes` of the policy).',
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

/** The power of the calls of the operator in Markdown: a line for each, after what its words mean. */
export const operatorPowerTable = (): string[] => [
  '## Calls of the operator',
  '',
  'What each asks of the [operator key](../operators/administration.md#operator-keys) that its caller shows, or of the operator at the [desk](../operators/desk.md). The application key of the settings may make all of them. A change of an account that is an operator’s takes `all`.',
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
