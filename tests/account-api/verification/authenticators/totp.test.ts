import { describe, expect, it } from 'vitest'
import { newRecoveryCodes } from '#account-api/verification/authenticators/recovery-codes'
import { otpauthUri, stepAt, toBase32, totpAt } from '#account-api/verification/authenticators/totp'
import { bareCode } from '#rules/typed/code'
import { fromBase32 } from '#tests/fixtures/authenticators/app'

/** The secret of the test vectors of RFC 6238, appendix B. */
const secret = Buffer.from('12345678901234567890')

describe('a code of an authenticator app', () => {
  // The vectors have eight digits. An app shows the last six.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('happy: at %d seconds the code matches RFC 6238', (seconds, code) => {
    expect(totpAt(secret, stepAt(seconds * 1000))).toBe(code)
  })

  it('happy: an app’s secret is base32 of RFC 4648, and an app reads it back', () => {
    expect(toBase32(Buffer.from('foobar'))).toBe('MZXW6YTBOI')
    expect(fromBase32(toBase32(secret))).toEqual(secret)
  })

  it('security: a name in the otpauth address cannot add a parameter', () => {
    const uri = new URL(otpauthUri(secret, { issuer: 'A&B: C', account: 'x?secret=AA:y' }))
    expect([...uri.searchParams.keys()]).toEqual(['secret', 'issuer'])
    expect(uri.searchParams.get('issuer')).toBe('A&B  C')
  })
})

describe('recovery codes', () => {
  it('happy: ten different recovery codes have four groups each, and spaces and hyphens are ignored', () => {
    const codes = newRecoveryCodes()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
    const [first = ''] = codes
    expect(bareCode(` ${first.toUpperCase().replaceAll('-', ' ')} `)).toBe(bareCode(first))
  })
})
