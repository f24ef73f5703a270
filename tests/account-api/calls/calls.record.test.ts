import { expect, it } from 'vitest'
import type { Call } from '#contract/call'
import { allCalls } from '#contract/calls'
import { readRecord } from '#tests/fixtures/record'

const { answered, events } = readRecord()
const namesOf = (calls: readonly { name: string }[]): string[] => calls.map(({ name }) => name).sort()
const leaves = ({ power: { undoneBy } }: Call): boolean => undoneBy !== 'nothing'

it('happy: the rules make every call of the contract at least once with the answer ok', () => {
  expect(namesOf(allCalls.filter(({ name }) => !answered.has(name)))).toEqual([])
})

it('security: every call that changes something writes its event in the same transaction', () => {
  // Refusals are written later.
  const written = new Set(events.flatMap(({ call, outcome }) => (outcome === 'ok' ? [call] : [])))
  const leaving = allCalls.filter((row) => leaves(row) && row.event !== 'none')
  expect(namesOf(leaving.filter(({ name }) => !written.has(name)))).toEqual([])
  expect(namesOf(allCalls.filter(({ event }) => event === 'none'))).toEqual(['openDeviceBegin', 'redeemSiteTicket'])
})

it('happy: a read-only call writes no event', () => {
  const reads = new Set(namesOf(allCalls.filter((row) => row.harmless && !leaves(row))))
  expect(events.filter(({ call }) => reads.has(call))).toEqual([])
})

it('happy: each event of a call names an actor, and an account or an organisation', () => {
  const names = new Set(namesOf(allCalls))
  const ofCalls = events.filter(({ call }) => names.has(call))
  expect(ofCalls.filter(({ actor, hasSubject }) => !hasSubject || !['account', 'visitor'].includes(actor))).toEqual([])
})
