import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Robot } from '../../testing/robot/robot'
import { codeOf, gatewayOffice, linkOf, type OwnOffice } from '../fixtures/messages/post-office'
import { temporaryFolder } from '../fixtures/programs/folder'
import { freePort } from '../fixtures/programs/free-port'
import { runProgram } from '../fixtures/programs/program'
import { root, type Server, startWebApp } from '../fixtures/programs/server'
import { movedClock } from '../fixtures/time/clock'

// One deployment from its first day to its restore, by the commands of the guides and the pages alone. Each step goes on
// from the one before it. A database that fails over is in tests/faults/failover.ts.

const secret = 'secret of the tests that is long enough to be taken'
const [email, newEmail] = ['ann@example.com', 'ann@example.org']
const [password, newPassword] = ['fourteen calm boats', 'sixteen other rivers']

describe('the day of an operator on one machine', () => {
  const folder = temporaryFolder('operators-day')
  const at = (name: string) => join(folder.path, name)
  const clock = movedClock(folder.path)
  let office: OwnOffice
  let server: Server | undefined
  let environment: Record<string, string>

  beforeAll(async () => {
    office = await gatewayOffice()
    const [port, apiPort] = [await freePort(), await freePort()]
    environment = {
      ...office.environment,
      ...clock.environment,
      DEPLOYMENT: 'production',
      DATA_DIR: at('data'),
      PORT: String(port),
      ACCOUNT_API_PORT: String(apiPort),
      PUBLIC_URL: `http://localhost:${port}`,
      TRUST_PROXY: '127.0.0.1',
      SMS_COUNTRIES: 'CN',
      MAIL_FROM: 'Example <no-reply@example.com>',
      SESSION_SECRETS: secret,
      ACCOUNT_API_KEY: `the first ${secret}`,
      POLICY: at('policy.json'),
      AUDIT_LOG: at('audit.log'),
      DRAIN_SECONDS: '0',
    }
  })
  afterAll(async () => {
    await server?.stop()
    await office.stop()
    folder.remove()
  })

  const admin = async (words: string[], settings: Record<string, string> = {}) => {
    const env = { PATH: process.env.PATH, ...environment, ...settings }
    return runProgram(process.execPath, ['build/admin.js', ...words], { cwd: root, env, seconds: 100 })
  }
  /** What a command that has to succeed says. */
  const told = async (...words: string[]): Promise<string> => {
    const { ended, said } = await admin(words)
    if (ended !== 0) throw new Error(`${words.join(' ')} ended with ${ended}: ${said}`)
    return said
  }
  const restart = async (settings: Record<string, string> = {}) => {
    await server?.stop()
    Object.assign(environment, settings)
    server = await startWebApp(environment)
  }
  const policy = (text: object) => writeFileSync(at('policy.json'), JSON.stringify(text))
  const robot = () => new Robot(environment.PUBLIC_URL ?? '', { headers: { 'x-forwarded-for': '203.0.113.7' } })
  const signIn = async (person: Robot, typed: { account: string; password: string }) => {
    await person.open('/login')
    return (await person.send(typed)).path
  }
  const audited = () =>
    readFileSync(at('audit.log'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, string | null>)

  const ann = { robot: undefined as unknown as Robot, id: '' }

  it('error: a policy that cannot be used is named before the start, with what it takes', async () => {
    policy({ password: { min_length: 4 } })
    const { ended, said } = await admin(['config', 'check', '--offline'])
    expect([ended, said]).toEqual([1, expect.stringMatching(/POLICY.*password\.min_length/)])
  })

  it('happy: the settings are checked, and the deployment starts', async () => {
    policy({ password: { min_length: 12 } })
    expect(await told('config', 'check', '--offline')).not.toContain('error')
    await restart()
  })

  it('happy: a person registers by the pages, under the policy', async () => {
    ann.robot = robot()
    await ann.robot.open('/login/register/email')
    await ann.robot.send({ email })
    const code = await codeOf(office, email)
    const refused = await ann.robot.send({ code, password: 'short words' })
    expect([refused.status, refused.errors.join(' ')]).toEqual([422, expect.stringContaining('12')])
    expect((await ann.robot.send({ code, password })).path).toBe('/settings')
  })

  it('happy: the first client is registered, and its request is explained', async () => {
    expect(await told('client', 'add', 'orchard', 'https://orchard.example.com/back', 'Orchard')).toContain('secret')
    const request = `${environment.PUBLIC_URL}/oidc/auth?client_id=orchard&response_type=code&redirect_uri=https://orchard.example.com/back/`
    expect(await told('explain', 'client', 'orchard', '--request', request)).toContain('the nearest is')
  })

  it('security: the key of the help desk helps people, and nothing else', async () => {
    const [key = ''] = /butterfly_operator_\S+/.exec(await told('keys', 'make', 'desk', 'Bo', 'support', '30')) ?? []
    const byKey = { OPERATOR_KEY: key, ACCOUNT_API_URL: `http://127.0.0.1:${environment.ACCOUNT_API_PORT}` }
    const shown = await admin(['users', 'show', email, '--plain'], byKey)
    expect([shown.ended, shown.said]).toEqual([0, expect.stringContaining(email)])
    ann.id = /^user id\t(\S+)$/m.exec(shown.said)?.[1] ?? ''
    const refused = await admin(['client', 'disable', 'orchard'], byKey)
    expect([refused.ended, refused.said]).toEqual([1, expect.stringContaining('lack a scope')])
    const recovered = await admin(['users', 'recover', ann.id, '--to', newEmail, '--reason', 'a paper'], byKey)
    expect(recovered.ended, recovered.said).toBe(0)
  })

  it('happy: keys are rotated while people stay signed in', async () => {
    expect(await told('rotate', '--plan')).toContain('ACCOUNT_API_KEY')
    const [, newKey = ''] = /not shown again: (\S+)/.exec(await told('rotate', 'account-api-key')) ?? []
    expect(newKey.length).toBeGreaterThan(31)
    await restart({ ACCOUNT_API_KEY: `${newKey},${environment.ACCOUNT_API_KEY}` })
    await told('rotate', 'signing-keys')
    expect((await ann.robot.open('/settings')).path).toBe('/settings')
  })

  it('happy: a locked-out owner sets a new password by a link, 48 hours after all addresses were told', async () => {
    expect((await office.textsTo(email)).join(' ')).toContain('they can no longer sign in')
    expect(await office.textsTo(newEmail)).toEqual([])
    clock.passMinutes(48 * 60 + 1)
    await restart()
    const owner = robot()
    await owner.open(await linkOf(office, newEmail))
    const { path } = await owner.send({ password: newPassword })
    expect(path).toMatch(/^\/login/)
    expect((await ann.robot.open('/settings')).path).toMatch(/^\/login/)
    const username = /^username\t(\S+)$/m.exec(await told('users', 'show', ann.id))?.[1] ?? ''
    expect(await signIn(robot(), { account: username, password: newPassword })).toBe('/settings')
  })

  it('security: the audit log has who did what, why, and a sign-in that failed with its address', async () => {
    expect(await signIn(robot(), { account: email, password: 'not the password' })).toBe('/login')
    const lines = audited()
    const recovery = { call: 'recoverUser', actor: 'operator', client: 'desk', reason: 'a paper', account: ann.id }
    expect(lines).toContainEqual(expect.objectContaining({ ...recovery, outcome: 'ok' }))
    const failed = { sign_in: 'password', outcome: 'wrong_credentials', address: '203.0.113.7' }
    expect(lines).toContainEqual(expect.objectContaining(failed))
    for (const said of [email, newEmail, password, newPassword]) expect(JSON.stringify(lines)).not.toContain(said)
  })

  it('happy: a backup is made beside the running deployment, and an upgrade is judged', async () => {
    expect(await told('backup', at('backup'))).toContain('is good')
    // SQLite has one process, which is always stopped first.
    expect(await admin(['upgrade', 'check'])).toEqual({ ended: 3, said: expect.stringContaining('no migration waits') })
  })

  it('happy: what was lost is restored elsewhere, where nobody is signed in and everybody can sign in', async () => {
    const lost = robot()
    expect(await signIn(lost, { account: email, password: newPassword })).toBe('/settings')
    await server?.stop()
    server = undefined
    await told('restore', at('backup'), '--into', at('restored'))
    await restart({ DATA_DIR: at('restored') })
    expect((await lost.open('/settings')).path).toMatch(/^\/login/)
    expect(await signIn(robot(), { account: email, password: newPassword })).toBe('/settings')
    expect(await told('client', 'list')).toContain('orchard')
  })
})
