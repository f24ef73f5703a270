import { randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { PageInPieces } from '#server/page-memory/page-in-pieces'
import { forged } from '#tests/fixtures/forged'

const token = () => randomBytes(32).toString('base64url')
const page = (holes: number, filling: string) =>
  `<p>登录 🦋</p>${Array.from({ length: holes }, (_, index) => `<form id="${index}"><input value="${filling}"/></form>`).join('')}`

it('happy: the page of one visitor is not changed by the next', () => {
  const [first, other, third] = [token(), token(), token()]
  const pieces = new PageInPieces(page(2, first), first)
  const got = pieces.gzip(other)
  pieces.gzip(third)
  expect(gunzipSync(got).toString()).toBe(page(2, other))
})

// Among them are pages without a token, pages that begin and end with one, and pages that consist of one.
it('happy: another visitor’s token replaces the first one in a thousand random pages, plain and compressed', () => {
  for (let round = 0; round < 1000; round += 1) {
    const [first, other] = [token(), token()]
    const noise = () => randomBytes(round % 97).toString('latin1')
    const text = (filling: string, parts: string[]) => parts.join(filling)
    const parts = Array.from({ length: 1 + (round % 8) }, noise)
    const pieces = new PageInPieces(text(first, parts), first, { level: round % 10 })
    expect(pieces.plain(other).toString()).toBe(text(other, parts))
    expect(gunzipSync(pieces.gzip(other)).toString()).toBe(text(other, parts))
  }
})

it('happy: a compressed page is far smaller', () => {
  const filling = token()
  const long = page(1, filling) + '<p>Sign in</p>'.repeat(300)
  expect(new PageInPieces(long, filling).gzip(filling).length).toBeLessThan(long.length / 10)
})

it('security: a text that contains the token does not make the compressed page shorter', () => {
  const [secret, wrong] = [token(), token()]
  // The page repeats a guess of the attacker. Compressing it together with the token would show a right guess.
  const echoing = (guess: string) => `<a href="?next=/${guess}">x</a><input value="${secret}"/>`
  const compressed = (guess: string) => new PageInPieces(echoing(guess), secret).gzip(secret).length
  const almost = forged(secret)
  const spread = Math.abs(compressed(almost) - compressed(wrong))
  const naive = new PageInPieces(`${echoing(almost)}`, '').gzip('').length
  expect(spread).toBeLessThan(8)
  expect(compressed(almost) - naive).toBeGreaterThan(20)
})
