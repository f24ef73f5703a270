import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readEnvironment } from '#account-api/start/env'
import { secretRing } from '#settings/files/secret-file'
import { environmentOf } from '#tests/account-api/worlds/world'
import { describeWorlds } from '#tests/account-api/worlds/worlds'
import { writeInto } from '#tests/fixtures/databases/look-into'
import { ownFolder } from '#tests/fixtures/programs/own-folder'
import { readEnv } from '~/runtime/env.server'
import { custody, failing } from './backed-up'

const old = 'the old secret of the deployment of 43 bytes'

describe('rotating a generated secret', () => {
  const folder = ownFolder('rotation')
  const file = folder.at('session-secrets')
  const source = { DATA_DIR: folder.path }
  const rotate = (...words: string[]) => custody(['rotate', ...words], source)
  const isOlder = (days: number) => utimesSync(file, new Date(), new Date(Date.now() - days * 86_400_000))

  it('happy: the new secret is used first, and the old one stays valid for its time and is then removed', async () => {
    const made = secretRing(folder.path, 'session-secrets')[0] ?? ''
    const { text, code } = await rotate('session-secrets')
    expect(code, text).toBe(0)
    const [first = '', ...rest] = readEnv(source).sessionSecrets()
    expect(rest).toEqual([made])
    expect(first).toMatch(/^[\w-]{43}$/)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    for (const secret of [first, made]) expect(text).not.toContain(secret)

    expect(await rotate('session-secrets')).toEqual(failing('--drop-old'))
    isOlder(89)
    expect(await rotate('session-secrets', '--drop-old')).toMatchObject({ code: 1 })
    expect(readEnv(source).sessionSecrets()).toEqual([first, made])
    isOlder(91)
    expect(await rotate('session-secrets', '--drop-old')).toMatchObject({ code: 0 })
    expect(readEnv(source).sessionSecrets()).toEqual([first])
  })

  it('security: a leaked secret is removed at once, but never the last secret', async () => {
    await rotate('session-secrets')
    const [first] = secretRing(folder.path, 'session-secrets')
    expect(await rotate('session-secrets', '--drop-old', '--leaked')).toMatchObject({ code: 0 })
    expect(secretRing(folder.path, 'session-secrets')).toEqual([first])
    expect(await rotate('session-secrets', '--drop-old', '--leaked')).toMatchObject({ code: 1 })
    expect(secretRing(folder.path, 'session-secrets')).toEqual([first])
  })

  it('happy: both programs read both keys of the file', async () => {
    const [made] = secretRing(folder.path, 'account-api-key')
    await rotate('account-api-key')
    const ring = readEnvironment(source).ACCOUNT_API_KEY
    expect(ring).toHaveLength(2)
    expect(ring[1]).toBe(made)
    expect(readEnv(source).accountApi.key()).toBe(ring[0])
  })

  it('error: an interrupted rotation and a folder without a secret change nothing', async () => {
    const before = readFileSync(file, 'utf8')
    writeFileSync(`${file}.new`, '')
    expect(await rotate('session-secrets')).toEqual(failing('exists'))
    expect(readFileSync(file, 'utf8')).toBe(before)
    rmSync(`${file}.new`)
    const nothing = await custody(['rotate', 'session-secrets'], { DATA_DIR: folder.at('nothing') })
    expect(nothing).toEqual(failing('There is no session-secrets here'))
  })

  it('security: rotating a secret in a variable prints only the new secret', async () => {
    const { text, code } = await custody(['rotate', 'session-secrets'], { SESSION_SECRETS: old })
    expect(code).toBe(0)
    expect(text).toMatch(/not shown again: [\w-]{43}\n/)
    expect(text).toContain('SESSION_SECRETS=<new>,<old>')
    expect(text).not.toContain(old)
  })

  it('error: an invalid variable does not count as missing', async () => {
    expect(await custody(['rotate', 'session-secrets'], { ...source, SESSION_SECRETS: 'short' })).toEqual(
      failing('SESSION_SECRETS cannot be used'),
    )
  })

  it('error: unknown arguments are refused', async () => {
    for (const words of [[], ['pepper'], ['session-secrets', '--leaked'], ['session-secrets', '--plan']])
      await expect(rotate(...words)).rejects.toThrow('nobody knows')
  })
})

describeWorlds('the plan of a rotation on $name', (world) => {
  const source = () => environmentOf(world.place)

  it('security: the plan says what each secret does and how old it is, and neither shows nor changes one', async () => {
    await world.storage.signingKeys.insert({
      ...{ id: 'one', algorithm: 'RS256', generation: 1, sealed: 'x', signsFrom: Date.now() - 100 * 86_400_000 },
    })
    const { text, code } = await custody(['rotate', '--plan'], source())
    expect(code, text).toBe(0)
    const parts = ['session-secrets: It seals', 'account-api-key: It signs', 'RS256, number 1: since ', '100 days']
    for (const part of parts) expect(text).toContain(part)
    for (const secret of world.deployment.secrets) expect(text).not.toContain(secret)
  })

  it('security: an older key stays while an authenticator or webhook is sealed with it', async () => {
    const { userId } = await world.registerMobile()
    const ring = `${old},${world.deployment.secrets[0]}`
    const drop = () => custody(['rotate', 'account-api-key', '--drop-old'], { ...source(), ACCOUNT_API_KEY: ring })
    expect(await drop()).toMatchObject({ code: 0, text: expect.stringContaining('Nothing here needs the older') })
    const row = [userId, 'sealed', 'another key', 1]
    const insert = 'insert into authenticators (account_id, sealed, sealed_by, last_step) values ($1, $2, $3, $4)'
    await writeInto(world.place, insert, row)
    expect(await drop()).toEqual(failing('would be lost'))
    await writeInto(world.place, 'delete from authenticators', [])
    expect(await drop()).toMatchObject({ code: 0 })
    const webhook = { id: 'w', organisationId: null, clientId: null, url: 'u', events: ['*'], createdAt: 1 }
    await world.storage.webhooks.insert({ ...webhook, sealed: 's', sealedBy: 'another key' })
    expect(await drop()).toEqual(failing('would be lost'))
    await world.storage.webhooks.remove('w')
  })
})
