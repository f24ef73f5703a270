import { expect, it } from 'vitest'
import { commands, findCommand, usage } from '#account-api/command-line/commands'
import { partsOf } from '#account-api/command-line/words'
import { type OperatorCallName, operatorCalls } from '#contract/operator/operator-calls'

const fieldsOf = (words: string): string[] => partsOf(words).parts.flatMap(({ field }) => field ?? [])

it('happy: each word of a command is a field of the call that it makes', () => {
  const unknown = Object.entries(commands).flatMap(([words, { call, withFile }]) => {
    if (call === undefined) return []
    const { shape } = operatorCalls[call as OperatorCallName].input
    return fieldsOf(words).filter((field) => !(field in shape) && !(withFile && field === 'file'))
  })
  expect(unknown).toEqual([])
})

it('happy: the usage text has each command, with the summary of its call unless the command differs', () => {
  expect(usage).toContain(`npm run admin -- names approve <user-id>\n    ${operatorCalls.approveName.summary}`)
  expect(usage).toContain('npm run admin -- api refresh <id> <may-refresh>\n    Whether refresh tokens ')
})

it('error: words that are missing, unknown or too many name no command', () => {
  for (const words of ['', 'service add shop', 'names drop x', 'webhooks drop', 'client shop', 'keys make a Ann'])
    expect(findCommand(words.split(' ')), words).toBeUndefined()
})
