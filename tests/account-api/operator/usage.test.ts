import { describe, expect, it } from 'vitest'
import { usage } from '#account-api/command-line/commands'
import { usageFor } from '#account-api/command-line/usage'

describe('the usage text of `npm run admin`', () => {
  it('a command without its arguments gets its own entry', () => {
    expect(usageFor(usage, ['client', 'add-public'])).toMatch(
      /^npm run admin -- client add-public <client-key> .*\n {4}.*\n$/,
    )
    expect(usageFor(usage, ['webhooks', 'disable'])).toMatch(
      /^npm run admin -- webhooks disable <webhook-id>\n {4}.*\n$/,
    )
  })

  it('an entry keeps its further lines', () => {
    expect(usageFor(usage, ['organisations', 'manager'])).toMatch(
      /^npm run admin -- organisations manager .*\n {4}.*\n$/,
    )
  })

  it('an unknown verb gets all entries of its subject', () => {
    const lines = usageFor(usage, ['api', 'ad']).split('\n').slice(0, -1)
    expect(lines.length).toBeGreaterThan(5)
    for (const line of lines) expect(line).toMatch(/^(npm run admin -- api | {4}\S)/)
  })

  it('unknown words and no words get the whole text', () => {
    expect(usageFor(usage, ['clientt'])).toBe(usage)
    expect(usageFor(usage, [])).toBe(usage)
  })
})
