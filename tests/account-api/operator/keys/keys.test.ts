import { afterEach, beforeAll, expect, it } from 'vitest'
import { createOperatorClient } from '#contract/client'
import { operatorScopes } from '#contract/operator/operator-power'
import { operate } from '#tests/account-api/applications/services/services'
import { signed } from '#tests/account-api/calls/signed'
import { describeWorlds, worldForTest } from '#tests/account-api/worlds/worlds'
import { read } from '#tests/docs/documents'
import { everyRow } from '#tests/fixtures/databases/tables'
import { photo } from '#tests/fixtures/pictures/picture-files'
import { folderForTest } from '#tests/fixtures/programs/own-folder'
import { runProgram } from '#tests/fixtures/programs/program'
import { answeredOf, bearing, operatorsOf } from './operators'

const day = 24 * 60
const guide = read('docs/operators/administration.md')
const refused = 'This operator key is unknown, expired or revoked. Ask an operator for another one.'

describeWorlds('operator keys on $name', (world, database) => {
  beforeAll(() => world.listen())
  // Wrong keys are limited by client address, which is the same in all tests.
  afterEach(() => world.passMinutes(day))
  const { own, by, make, fetch } = operatorsOf(world)
  const listed = async (keyId: string) =>
    answeredOf(await own().listKeys({})).keys.find(({ key_id }) => key_id === keyId)
  const failure = async (answer: Response) => ({ status: answer.status, ...((await answer.json()) as object) })
  const forged = `butterfly_operator_${'A'.repeat(43)}`

  it('happy: a key is created, used, listed with its last use, and revoked', async () => {
    const { key, key_id, expires_at } = await make(['read', 'support'], { name: 'desk 1', holder: 'Ann' })
    expect(key).toMatch(/^butterfly_operator_[\w-]{43}$/)
    expect(Date.parse(expires_at) - world.deployment.now()).toBeCloseTo(90 * day * 60_000, -5)
    expect(await listed(key_id)).toMatchObject({ last_used_at: null, revoked_at: null })
    expect(await by(key).listNames({})).toMatchObject({ ok: true })
    expect(await listed(key_id)).toMatchObject({
      ...{ name: 'desk 1', holder: 'Ann', scopes: ['read', 'support'], last_used_at: expect.any(String) },
    })
    expect(await own().revokeKey({ key_id })).toEqual({ ok: true, data: {}, logId: expect.any(String) })
    expect(await by(key).listNames({})).toMatchObject({ ok: false, code: 'key_refused' })
    expect(await own().revokeKey({ key_id })).toMatchObject({ ok: false, code: 'already' })
    expect(await listed(key_id)).toMatchObject({ revoked_at: expect.any(String) })
  })

  it('happy: the command line creates, lists and revokes keys', async () => {
    const made = await operate(world, 'keys', 'make', 'pipeline', 'deploy program', 'clients', '30')
    const [, id = '', key = ''] = /^The key (\w+) for .* shown again: (\S+)$/.exec(made.text) ?? []
    expect(await by(key).listClients({})).toMatchObject({ ok: true })
    expect((await operate(world, 'keys')).text).toMatch(
      new RegExp(`^${id}\\tpipeline\\tfor deploy program\\tclients\\tvalid until`, 'm'),
    )
    expect(await operate(world, 'keys', 'revoke', id)).toMatchObject({ ok: true })
    expect((await operate(world, 'keys', 'list')).text).toMatch(new RegExp(`^${id}\\t.*\\trevoked 20`, 'm'))
    expect(await by(key).listClients({})).toMatchObject({ ok: false })
  })

  it('error: invalid arguments for a key are reported, and nothing is created', async () => {
    const before = answeredOf(await own().listKeys({})).keys.length
    for (const [words, text] of [
      [['a', 'Ann', 'reed'], /^The scopes are read, support, /],
      [['a', 'Ann', 'read', '367'], /1 to 366 days/],
      [['a', 'Ann', 'read', '0'], /1 to 366 days/],
      [['a', 'ann@example.com', 'read'], /holder: is a name, without @/],
      [['', 'Ann', 'read'], /^name: /],
    ] as const)
      expect(await operate(world, 'keys', 'make', ...words)).toEqual({ ok: false, text: expect.stringMatching(text) })
    expect(await operate(world, 'keys', 'revoke', 'nobody')).toEqual({ ok: false, text: 'There is no key nobody.' })
    expect(answeredOf(await own().listKeys({})).keys).toHaveLength(before)
  })

  it('security: an unknown, expired, revoked or missing key is refused in the same words', async () => {
    const [expired, revoked] = [await make(['all'], { days: 1 }), await make(['all'])]
    answeredOf(await own().revokeKey({ key_id: revoked.key_id }))
    world.passMinutes(day)
    const shown = [expired.key, revoked.key, forged, `${revoked.key}x`, revoked.key.slice(0, -1), 'x', '']
    const answers = await Promise.all(
      shown.map(async (key) => failure(await fetch('names', { headers: { authorization: `Bearer ${key}` } }))),
    )
    for (const { log_id, ...answer } of answers as { log_id?: string; status: number }[]) {
      expect(log_id).toMatch(/^[\da-f-]{16,36}$/)
      expect(answer).toEqual({ status: 401, code: 'key_refused', description: refused })
    }
  })

  it('security: a key of another deployment, and another scheme, are refused', async () => {
    const other = await worldForTest(database)
    const { key } = await operatorsOf(other).make(['all'])
    expect(await by(key).listKeys({})).toMatchObject({ ok: false, code: 'key_refused' })
    const mine = await make(['all'])
    for (const authorization of [mine.key, `Basic ${mine.key}`, `Bearer ${mine.key} more`])
      expect((await fetch('keys', { headers: { authorization } })).status).toBe(401)
    expect((await fetch(`keys?key=${mine.key}`)).status).toBe(401)
  })

  it.each([
    ['keys', forged],
    ['tokens of the desk', `butterfly_desk_${'A'.repeat(43)}`],
  ])('security: wrong %s are limited by client address, and a right key still works', async (_, wrong) => {
    const { key } = await make(['read'])
    const tries = await Promise.all(Array.from({ length: 25 }, () => by(wrong).listNames({})))
    const codes = tries.map((answer) => (answer.ok ? 'ok' : answer.code)).sort()
    expect(codes).toEqual([...Array(20).fill('key_refused'), ...Array(5).fill('too_many_requests')])
    const later = await fetch('names', { headers: bearing(wrong) })
    expect([later.status, Number(later.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
    expect(await by(key).listNames({})).toMatchObject({ ok: true })
    world.passMinutes(16)
    expect(await by(wrong).listNames({})).toMatchObject({ code: 'key_refused' })
  })

  it('security: a key is stored neither in the database nor in the log, and the log names its holder’s act', async () => {
    const { key, key_id } = await make(['support'], { name: 'night desk', holder: 'Bo' })
    const { userId, mobile } = await world.registerMobile()
    const reason = `Asked for by ann@example.com and ${mobile}, case 4711`
    answeredOf(await by(key).endSessionsOfUser({ user_id: userId, reason }))
    const kept = JSON.stringify(await everyRow(world.place))
    for (const secret of [key, key.slice(-43)]) expect(kept + world.logged()).not.toContain(secret)
    expect(world.linesWith('an operator acted', '"key":"night desk"')[0]).toMatchObject({
      ...{ call: 'endSessionsOfUser', key: 'night desk', keyId: key_id, holder: 'Bo', on: { user_id: userId } },
      ...{ reason: 'Asked for by … and …, case 4711', outcome: 'ok', logId: expect.any(String) },
    })
  })

  it('security: a signed call works once, and a person who is suspended already is not suspended again', async () => {
    const path = '/operator/v1/keys'
    const body = JSON.stringify({ name: 'once', holder: 'Ann', scopes: ['read'] })
    const request = signed({ path, method: 'POST', body })
    const send = () => globalThis.fetch(world.baseUrl + path, request)
    expect([(await send()).status, (await send()).status]).toEqual([200, 401])
    const { key } = await make(['support'])
    const { userId } = await world.registerMobile()
    const freeze = async () => by(key).freezeUser({ user_id: userId, reason: 'A test' })
    expect([await freeze(), await freeze()]).toMatchObject([{ ok: true }, { ok: false, code: 'already' }])
  })

  it('security: a signature does not rescue a wrong key, and within the process a key has its scopes alone', async () => {
    const { key } = await make(['support', 'clients', 'organisations', 'read'])
    const inProcess = (shown: string) => createOperatorClient({ baseUrl: '', sendHere: world.sendHere }, { key: shown })
    expect(await inProcess(key).listOperators({})).toMatchObject({ code: 'scope_lacking' })
    expect(await inProcess(forged).listKeys({})).toMatchObject({ code: 'key_refused' })
    const path = '/operator/v1/keys'
    const request = signed({ path, headers: { authorization: `Bearer ${forged}` } })
    expect((await globalThis.fetch(world.baseUrl + path, request)).status).toBe(401)
  })

  it('security: a key created by another key does not outlast it', async () => {
    const made = answeredOf(await own().makeKey({ name: 'short', holder: 'Ann', scopes: ['all'], days: 1 }))
    const next = answeredOf(await by(made.key).makeKey({ name: 'long', holder: 'Ann', scopes: ['all'], days: 366 }))
    expect(next.expires_at).toBe(made.expires_at)
  })

  it('error: bodies that are huge or no JSON object, and unknown paths, are refused in the operator API’s format', async () => {
    const { key } = await make(['all'])
    const post = (path: string, body: string) => fetch(path, { method: 'POST', headers: bearing(key), body })
    const answers = await Promise.all([
      post('keys', JSON.stringify({ name: 'x'.repeat(100 * 1024) })),
      post('keys', '{'),
      post('keys', '[]'),
      post('keys', JSON.stringify({ name: 'a\0b', holder: 'Ann', scopes: ['read'] })),
      post('sites', JSON.stringify({ id: 'a', origin: 'a\0', people: [], name: 'a' })),
      post('nothing', '{}'),
      fetch('keys', { method: 'PUT', headers: bearing(key), body: '{}' }),
      fetch('clients/%00', { headers: bearing(key) }),
    ])
    const told = await Promise.all(answers.map(failure))
    for (const each of told) expect(each).toMatchObject({ description: expect.any(String), log_id: expect.any(String) })
    const invalid = { status: 400, code: 'invalid_input' }
    const none = { status: 404, code: 'no_such_call' }
    const large = { status: 413, code: 'too_large' }
    expect(told).toMatchObject([large, invalid, invalid, invalid, invalid, none, none, invalid])
    const form = new FormData()
    form.append('picture', new Blob([new Uint8Array(6 * 1024 * 1024)]))
    const { authorization } = bearing(key)
    const huge = await fetch('clients/x/picture', { method: 'POST', headers: { authorization }, body: form })
    expect(huge.status).toBe(413)
  })

  it('happy: the guide lists each scope', () => {
    for (const scope of Object.keys(operatorScopes)) expect(guide).toContain(`| \`${scope}\` |`)
  })

  it('happy: the guide’s curl commands work as printed', async () => {
    const [, shell = ''] = /<!-- tested: calls of the operator -->\n```sh\n(.*?)```/s.exec(guide) ?? []
    const folder = folderForTest('operator-guide')
    folder.file('orchard.png', await photo.png())
    const { key } = await make(['support', 'clients'])
    const env = { PATH: process.env.PATH, ACCOUNT_API_URL: world.baseUrl, OPERATOR_KEY: key }
    const { ended, said } = await runProgram('sh', ['-euc', shell], { cwd: folder.path, env })
    expect(ended).toBe(0)
    expect(said).toMatch(
      /^\{"code":"no_such_user","description":"There is no user ann\.","log_id":"[\da-f]+"\}\{"clients":\[\]\}\{"secret":"[^"]+"\}\{\}$/,
    )
    expect((await world.storage.openClients.find('orchard'))?.icon).not.toBe(null)
  })
})
