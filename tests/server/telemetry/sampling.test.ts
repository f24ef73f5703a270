import { expect, it } from 'vitest'
import { isSampled, type Kind } from '#server/telemetry/events'
import { newVisit } from '#server/telemetry/visit'

/** A random source that draws the same bytes at each run. */
const countingSource = () => {
  let drawn = 0
  return (bytes: number) => {
    drawn += 1
    const made = Buffer.alloc(bytes)
    made.writeUInt32BE(drawn)
    return made
  }
}

const source = countingSource()
const visits = Array.from({ length: 10_000 }, () => newVisit(source))
const partOf = (kind: Kind) => visits.filter((visit) => isSampled(visit, kind)).length / visits.length

it.each<Kind>(['session', 'js_error'])('happy: each event of the kind %s is recorded', (kind) =>
  expect(partOf(kind)).toBe(1),
)

it.each<Kind>(['pageview', 'resource_error', 'http', 'resource'])('happy: 1 of 100 visits records %s', (kind) => {
  expect(partOf(kind)).toBeGreaterThan(0.007)
  expect(partOf(kind)).toBeLessThan(0.013)
})

it('happy: all copies of the web app decide alike, and each kind is decided separately', () => {
  const taken = (kind: Kind) => visits.filter((visit) => isSampled(visit, kind))
  expect(taken('pageview')).toEqual(taken('pageview'))
  expect(taken('pageview')).not.toEqual(taken('http'))
})

it('happy: visit ids come from the random source, with 128 bits', () => {
  expect(newVisit(() => Buffer.alloc(16, 255))).toBe('_____________________w')
  expect(newVisit()).toMatch(/^[\w-]{22}$/)
  expect(newVisit()).not.toBe(newVisit())
})
