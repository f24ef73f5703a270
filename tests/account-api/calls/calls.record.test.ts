import { expect, it } from 'vitest'
import type { Call } from '#contract/call'
import { allCalls } from '#contract/calls'
import { readRecord } from '#tests/fixtures/record'

/** Acts that write no event, each with its reason. */
const exceptions: Record<string, string> = {
  openDeviceBegin: 'it begins a request; the answer to that is the act',
  redeemSiteTicket: 'the web server of the site makes it; the act is the ticket that its person got',
}

const { answered, events } = readRecord()
const namesOf = (calls: readonly { name: string }[]): string[] => calls.map(({ name }) => name).sort()
const leaves = ({ power: { undoneBy } }: Call): boolean => undoneBy !== 'nothing'

it('happy: the rules make every call of the contract at least once with the answer ok', () => {
  expect(namesOf(allCalls.filter(({ name }) => !answered.has(name)))).toEqual([])
})

it('security: every call that changes something writes its event in the same transaction', () => {
  // Refusals are written later.
  const written = new Set(events.flatMap(({ call, outcome }) => (outcome === 'ok' ? [call] : [])))
  expect(namesOf(allCalls.filter((row) => leaves(row) && !written.has(row.name)))).toEqual(
    Object.keys(exceptions).sort(),
  )
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
