import { describe, expect, it } from 'vitest'
import { usage } from '#account-api/command-line/commands'
import { usageFor } from '#account-api/command-line/usage'

describe('the usage text of `npm run admin`', () => {
  it('a command without its arguments gets its own entry', () => {
    expect(usageFor(usage, ['client', 'add-public'])).toMatch(/^npm run admin -- client add-public <key> .*\n$/)
    expect(usageFor(usage, ['webhooks', 'disable'])).toMatch(/^npm run admin -- webhooks enable\|disable\|remove .*\n$/)
  })

  it('an entry keeps its further lines', () => {
    expect(usageFor(usage, ['organisations', 'manager'])).toMatch(
      /^npm run admin -- organisations manager .*\n {20}.*\n$/,
    )
  })

  it('an unknown verb gets all entries of its subject', () => {
    const lines = usageFor(usage, ['api', 'ad']).split('\n').slice(0, -1)
    expect(lines.length).toBeGreaterThan(5)
    for (const line of lines) expect(line).toMatch(/^npm run admin -- api /)
  })

  it('unknown words and no words get the whole text', () => {
    expect(usageFor(usage, ['clientt'])).toBe(usage)
    expect(usageFor(usage, [])).toBe(usage)
  })
})
