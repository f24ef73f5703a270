import { expect, it } from 'vitest'
import { commands, findCommand, usage } from '#account-api/command-line/commands'
import { usageFor } from '#account-api/command-line/usage'
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
  const wrong = ['', 'name', 'names approve', 'names drop x', 'names refuse x y', 'webhooks drop', 'client shop']
  for (const words of [...wrong, 'service add shop', 'keys make a Ann'])
    expect(findCommand(words.split(' ')), words).toBeUndefined()
})

it.each([
  [
    'a command without its arguments gets its own entry',
    'client add-public',
    /^npm run admin -- client add-public <client-key> .*\n {4}.*\n$/,
  ],
  [
    'an entry keeps its further lines',
    'organisations manager',
    /^npm run admin -- organisations manager .*\n {4}.*\n$/,
  ],
  ['an unknown verb gets all entries of its subject', 'api ad', /^((npm run admin -- api | {4}\S).*\n){6,}$/],
  ['unknown words get the whole text', 'clientt', usage],
  ['no words get the whole text', '', usage],
])('error: %s', (_what, words, said) => {
  const told = usageFor(usage, words.split(' ').filter(Boolean))
  if (typeof said === 'string') expect(told).toBe(said)
  else expect(told).toMatch(said)
})
