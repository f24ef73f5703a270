import { done } from '#contract/server'

/** The half of a code that its screen polls with, and the half that is in its picture. */
export const half = 'h'.repeat(22)
export const other = 'o'.repeat(22)

export const expires_at = '2030-01-01T00:00:00.000Z'

/** A new code with a picture that leads to a page. */
export const newCode = (path: string) => {
  const qrcode_url = `http://localhost:3299${path}`
  return done({ token: half, qrcode_url, letters: 'BCDFGHJK', matching_number: 42, expires_at })
}

/** What a phone learns about a code, with what is particular to its purpose. */
export const askedBy = <More extends object>(matching_numbers: number[], more: More) => {
  const client = { browser: 'Firefox', system: 'Windows' }
  const screen = { client, address: '203.0.113.7', asked_at: expires_at, expires_at, time_zone: null }
  return done({ status: 'new' as const, ...screen, matching_numbers, ...more })
}
