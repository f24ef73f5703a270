import { describe, expect, it } from 'vitest'
import { isSampled, type Kind } from '#server/telemetry/events'
import { newVisit, refusesTelemetry, setVisit, visitIn } from '#server/telemetry/visit'

const visit = 's'.repeat(22)
const pageAt = Date.UTC(2026, 0, 1)
const plain = { secure: false }
const minutes = (count: number) => count * 60_000

/** The Cookie header of a browser that has got a Set-Cookie header. */
const cookieOf = (setCookie: string): string => setCookie.split(';')[0] ?? ''

describe('the cookie of a visit', () => {
  it('happy: the cookie is hidden from scripts, and lasts 30 minutes', () => {
    expect(setVisit(visit, pageAt, plain)).toMatch(
      /^butterfly_telemetry=s{22}\.[\da-z]+; Path=\/; Max-Age=1800; HttpOnly; SameSite=Lax$/,
    )
    expect(setVisit(visit, pageAt, { secure: true })).toMatch(/^__Host-butterfly_telemetry=.*; Secure$/)
  })

  it.each([false, true])('happy: the cookie lasts until 30 minutes after the last page (https: %s)', (secure) => {
    const cookie = cookieOf(setVisit(visit, pageAt, { secure }))
    expect(visitIn(`a=b; ${cookie}`, pageAt, { secure })).toBe(visit)
    expect(visitIn(cookie, pageAt + minutes(30) - 1, { secure })).toBe(visit)
    expect(visitIn(cookie, pageAt + minutes(30), { secure })).toBeUndefined()
  })

  it('error: without a cookie, or with a malformed one, there is no visit', () => {
    const second = (pageAt / 1000).toString(36)
    for (const value of ['', visit, `${visit}.`, `short.${second}`, `${visit}.${'z'.repeat(9)}`, `+86 138.${second}`])
      expect(visitIn(`butterfly_telemetry=${value}`, pageAt, plain), value).toBeUndefined()
    expect(visitIn('', pageAt, plain)).toBeUndefined()
  })

  it('security: a browser that keeps its cookie or forges its date extends nothing', () => {
    const ahead = cookieOf(setVisit(visit, pageAt + minutes(60), plain))
    expect(visitIn(ahead, pageAt, plain)).toBeUndefined()
    expect(visitIn(ahead, pageAt + minutes(91), plain)).toBeUndefined()
  })

  it('security: over https a cookie without the prefix is ignored, because another host may have set it', () => {
    expect(visitIn(cookieOf(setVisit(visit, pageAt, plain)), pageAt, { secure: true })).toBeUndefined()
  })
})

describe('people who refuse telemetry', () => {
  it.each([{ dnt: '1' }, { 'sec-gpc': '1' }, { dnt: '0', 'sec-gpc': '1' }, { dnt: '0, 1' }, { dnt: ' 1' }])(
    'happy: the headers %j refuse telemetry',
    (headers) => expect(refusesTelemetry(headers)).toBe(true),
  )

  it.each([{}, { dnt: '0' }, { dnt: 'null' }, { 'sec-gpc': '' }, { dnt: '10' }])(
    'happy: the headers %j do not refuse telemetry',
    (headers: Record<string, string>) => expect(refusesTelemetry(headers)).toBe(false),
  )
})

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
