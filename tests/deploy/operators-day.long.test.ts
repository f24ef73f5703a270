import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fencesIn } from '#tests/docs/documents'
import { runningHere } from '#tests/fixtures/hooks'
import { codeOf, gatewayOffice, linkOf } from '#tests/fixtures/messages/post-office'
import { freePort } from '#tests/fixtures/programs/free-port'
import { ownFolder } from '#tests/fixtures/programs/own-folder'
import { type Server, startWebApp } from '#tests/fixtures/programs/server'
import { movedClock } from '#tests/fixtures/time/clock'
import { Robot, type RobotOptions } from '../../testing/robot/robot'
import { blockIn, commandIn, type Replaced, runPrinted } from './printed'

// One deployment from its first day to its restore, by the pages and by commands as the guides print them. Each step needs
// the one before it. Proxies are in proxies.long.test.ts, and a database that fails over in tests/faults/failover.ts.

// As the guides print them.
const [email, newEmail] = ['ann@example.com', 'new@example.com']
const reason = 'she has shown the contract that names the account'
const guide = (name: string) => `docs/operators/${name}.md`
const [password, newPassword] = ['fourteen calm boats', 'sixteen other rivers']

const showPlain = commandIn(guide('helping'), `users show ${email} --plain`)
const showUser = commandIn(guide('helping'), `users show ${email}  `)

describe('the day of an operator on one machine', () => {
  const folder = ownFolder('operators-day')
  const { at } = folder
  const clock = movedClock(folder.path)
  const office = runningHere(gatewayOffice)
  let server: Server | undefined
  let environment: Record<string, string>

  beforeAll(async () => {
    const [port, apiPort] = [await freePort(), await freePort()]
    const etc = await runPrinted(
      blockIn(guide('deploying'), '> /etc/butterfly/web.env'),
      { '/etc/butterfly': at('etc') },
      {},
    )
    if (etc.ended !== 0) throw new Error(etc.said)
    const settings = readFileSync(at('etc/web.env'), 'utf8').matchAll(/^(\w+)=(?:'(.*)'|(.*))$/gm)
    environment = {
      ...Object.fromEntries([...settings].map(([, name, quoted, plain]) => [name, quoted ?? plain])),
      ...office.environment,
      ...clock.environment,
      ...{ DEPLOYMENT: 'production', DATA_DIR: at('data'), POLICY: at('policy.json'), AUDIT_LOG: at('audit.log') },
      ...{ PORT: String(port), ACCOUNT_API_PORT: String(apiPort), PUBLIC_URL: `http://localhost:${port}` },
      ...{ SMS_COUNTRIES: 'CN', DRAIN_SECONDS: '0' },
    }
  })
  afterAll(() => server?.stop())

  /** Runs a command of a guide, or another one about the same deployment. */
  const admin = (commands: string, replaced: Replaced = {}, settings: Record<string, string> = {}) =>
    runPrinted(commands, replaced, { ...environment, ...settings })
  /** What a command that has to succeed says. */
  const told = async (commands: string, replaced?: Replaced): Promise<string> => {
    const { ended, said } = await admin(commands, replaced)
    if (ended !== 0) throw new Error(`${commands} ended with ${ended}: ${said}`)
    return said
  }
  const restart = async (settings: Record<string, string> = {}) => {
    await server?.stop()
    Object.assign(environment, settings)
    server = await startWebApp(environment)
  }
  const policy = (text: object) => folder.file('policy.json', JSON.stringify(text))
  const robot = (options: RobotOptions = {}) =>
    new Robot(environment.PUBLIC_URL ?? '', { headers: { 'x-forwarded-for': '203.0.113.7' }, ...options })
  const signIn = async (person: Robot, typed: { account: string; password: string }) => {
    await person.open('/login')
    return (await person.send(typed)).path
  }
  const audited = () =>
    readFileSync(at('audit.log'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, string | null>)

  const ann = { robot: undefined as unknown as Robot, atCloud: undefined as unknown as Robot, id: '' }

  it('error: an invalid policy is reported before the start, with the accepted values', async () => {
    policy({ password: { min_length: 4 } })
    const { ended, said } = await admin(commandIn(guide('deploying'), 'config check --offline'))
    expect([ended, said]).toEqual([1, expect.stringMatching(/POLICY.*password\.min_length/)])
  })

  it('happy: the settings are checked, and the deployment starts', async () => {
    policy({ password: { min_length: 12 } })
    expect(await told(commandIn(guide('deploying'), 'config check --offline'))).not.toContain('error')
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
    expect(await told(commandIn(guide('administration'), 'client add orchard'))).toContain('secret')
    const request = `${environment.PUBLIC_URL}/oidc/auth?client_id=orchard&response_type=code&redirect_uri=https://orchard.example/back/`
    const explain = commandIn(guide('administration'), 'explain client orchard')
    expect(await told(explain, { 'https://…': request })).toContain('the nearest is')
  })

  it('happy: Nextcloud is registered by its recipe, and a person signs in for it', async () => {
    const recipe = 'docs/integrators/recipes/nextcloud.md'
    const json = folder.file('nextcloud.json', fencesIn(recipe, 'json')[0] ?? '')
    const said = await told(blockIn(recipe, 'client add nextcloud'), { 'nextcloud.json': json })
    const [, clientSecret = ''] = /not shown again: (\S+)/.exec(said) ?? []
    ann.atCloud = robot({ staysOnSite: true })
    await signIn(ann.atCloud, { account: email, password })
    const [redirect, verifier] = ['https://cloud.example.com/apps/user_oidc/code', 'v'.repeat(43)]
    const asked = new URLSearchParams({
      ...{ client_id: 'nextcloud', response_type: 'code', redirect_uri: redirect, state: 'a state' },
      ...{ scope: 'openid profile email organisations', code_challenge_method: 'S256' },
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    })
    const { leadsTo = '' } = await ann.atCloud.open(`/oidc/auth?${asked}`)
    expect(leadsTo).toContain(`${redirect}?code=`)
    const answer = await fetch(`${environment.PUBLIC_URL}/oidc/token`, {
      method: 'POST',
      body: new URLSearchParams({
        ...{ grant_type: 'authorization_code', code: new URL(leadsTo).searchParams.get('code') ?? '' },
        ...{ redirect_uri: redirect, code_verifier: verifier, client_id: 'nextcloud', client_secret: clientSecret },
      }),
    })
    const { id_token = '' } = (await answer.json()) as { id_token?: string }
    expect(Buffer.from(id_token.split('.')[1] ?? '', 'base64url').toString()).toContain(email)
  })

  it('security: the help desk’s key can help people, and do nothing else', async () => {
    const [key = ''] =
      /butterfly_operator_\S+/.exec(await told(commandIn(guide('administration'), "keys make 'support desk'"))) ?? []
    const byKey = { OPERATOR_KEY: key, ACCOUNT_API_URL: `http://127.0.0.1:${environment.ACCOUNT_API_PORT}` }
    const shown = await admin(showPlain, {}, byKey)
    expect([shown.ended, shown.said]).toEqual([0, expect.stringContaining(email)])
    ann.id = /^user id\t(\S+)$/m.exec(shown.said)?.[1] ?? ''
    const refused = await admin(commandIn(guide('administration'), 'client disable orchard'), {}, byKey)
    expect([refused.ended, refused.said]).toEqual([1, expect.stringContaining('lack a scope')])
    const recover = commandIn(guide('helping'), `users recover <user-id> --to ${newEmail} --reason '${reason}'`)
    const recovered = await admin(recover, { '<user-id>': ann.id }, byKey)
    expect(recovered.ended, recovered.said).toBe(0)
  })

  it('happy: keys are rotated while people stay signed in', async () => {
    expect(await told(commandIn(guide('replacing-keys'), 'rotate --plan'))).toContain('ACCOUNT_API_KEY')
    const rotate = commandIn(guide('replacing-keys'), 'rotate session-secrets  ')
    const [, newKey = ''] =
      /not shown again: (\S+)/.exec(await told(rotate, { 'rotate session-secrets': 'rotate account-api-key' })) ?? []
    expect(newKey.length).toBeGreaterThan(31)
    await restart({ ACCOUNT_API_KEY: `${newKey},${environment.ACCOUNT_API_KEY}` })
    await told(commandIn(guide('replacing-keys'), 'rotate signing-keys'))
    expect((await ann.robot.open('/settings')).path).toBe('/settings')
    // What Nextcloud sends, after the keys of its ID token were replaced.
    const left = '/oidc/logout?post_logout_redirect_uri=https://cloud.example.com/&client_id=nextcloud'
    await ann.atCloud.open(left)
    expect((await ann.atCloud.send()).leadsTo).toMatch(/^https:\/\/cloud\.example\.com\//)
    expect((await ann.atCloud.open('/settings')).path).toMatch(/^\/login/)
  })

  it('happy: a locked-out owner sets a new password by a link, 48 hours after all addresses were notified', async () => {
    expect((await office.textsTo(email)).join(' ')).toContain('they can no longer sign in')
    expect(await office.textsTo(newEmail)).toEqual([])
    clock.passMinutes(48 * 60 + 1)
    await restart()
    const owner = robot()
    await owner.open(await linkOf(office, newEmail))
    const { path } = await owner.send({ password: newPassword })
    expect(path).toMatch(/^\/login/)
    expect((await ann.robot.open('/settings')).path).toMatch(/^\/login/)
    const username = /^username\t(\S+)$/m.exec(await told(showUser, { [email]: ann.id }))?.[1] ?? ''
    expect(await signIn(robot(), { account: username, password: newPassword })).toBe('/settings')
  })

  it('security: the audit log shows who did what and why, and a failed sign-in with its address', async () => {
    expect(await signIn(robot(), { account: email, password: 'not the password' })).toBe('/login')
    const lines = audited()
    const recovery = { call: 'recoverUser', actor: 'operator', client: 'support desk', reason, account: ann.id }
    expect(lines).toContainEqual(expect.objectContaining({ ...recovery, outcome: 'ok' }))
    const failed = { sign_in: 'password', outcome: 'wrong_credentials', address: '203.0.113.7' }
    expect(lines).toContainEqual(expect.objectContaining(failed))
    for (const said of [email, newEmail, password, newPassword]) expect(JSON.stringify(lines)).not.toContain(said)
  })

  it('happy: a backup is made while the deployment runs, and an upgrade is judged', async () => {
    const backup = commandIn(guide('backup'), 'backup /mnt/stick/butterfly')
    expect(await told(backup, { '/mnt/stick/butterfly': at('backup') })).toContain('is complete')
    // SQLite has one process, which is always stopped first.
    expect(await admin('npm run admin -- upgrade check')).toEqual({
      ended: 3,
      said: expect.stringContaining('no migration waits'),
    })
  })

  it('happy: lost data is restored elsewhere; nobody is signed in there, and everybody can sign in', async () => {
    const lost = robot()
    expect(await signIn(lost, { account: email, password: newPassword })).toBe('/settings')
    await server?.stop()
    server = undefined
    await told(commandIn(guide('restore'), 'restore /var/backups'), {
      '/var/backups/butterfly/butterfly-2026-11-26T031500Z': at('backup'),
      '/var/lib/butterfly-restored': at('restored'),
    })
    await restart({ DATA_DIR: at('restored') })
    expect((await lost.open('/settings')).path).toMatch(/^\/login/)
    expect(await signIn(robot(), { account: email, password: newPassword })).toBe('/settings')
    expect(await told('npm run admin -- client list')).toContain('orchard')
  })
})
