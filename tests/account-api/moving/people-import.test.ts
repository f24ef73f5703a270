import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { stepAt, totpAt } from '#account-api/verification/authenticators/totp'
import { hashQueue } from '#account-api/verification/hashing/hash-queue'
import { mobilePurpose } from '#contract/terms/purposes'
import { dataOf, describeWorlds, freshEmail, freshMobile } from '#tests/account-api/worlds/worlds'
import { writeInto } from '#tests/fixtures/databases/look-into'
import { everyRow } from '#tests/fixtures/databases/tables'
import {
  accountOf,
  importKeycloak,
  importRecords,
  keycloakAuthenticator,
  keycloakPassword,
  keycloakUser,
  theirHashes,
  theirPassword,
} from './people-files'

const names = ['ada', 'bela', 'cleo', 'dora', 'enna', 'fred', 'gina', 'hugo', 'ines', 'jule', 'kilo', 'lars', 'mona']
let people = 0
const freshUsername = (): string => {
  people += 1
  return `${names[people % names.length]}-${names[(people * 7) % names.length]}-of-${people}`
}

describeWorlds('an import of people on $name', (world) => {
  let bcrypt = ''
  beforeAll(async () => {
    bcrypt = (await theirHashes()).bcrypt ?? ''
  })
  /** Four kinds of hashes are allowed at once. */
  const forgetKinds = () => writeInto(world.place, 'delete from imported_hash_kinds', [])
  beforeEach(forgetKinds)

  const signIn = (account: string, password = theirPassword) => world.person().accountLoginV2({ account, password })

  it('happy: people are imported with all their data, and sign in with their existing password', async () => {
    const [email, mobile, username] = [freshEmail(), freshMobile(), freshUsername()]
    const own = { id: 'all', email, mobile, username, mobile_verified: '1', state: 'active' }
    const cells = { ...own, name: 'Ann Lee', password_hash: bcrypt, created: '2020-02-03T04:05:06Z', language: 'en-GB' }
    const run = await importRecords(world, [{ ...cells, birthday: '1990-01-02' }])
    expect(run).toEqual({ lines: 1, taken: 1, notWhole: 0, known: 0, signedIn: 0, refused: 0, said: [] })
    expect(await accountOf(world, 'email', email)).toMatchObject({
      ...{ email, mobile, username, usernameIsChosen: true, name: 'Ann Lee', language: 'en', birthday: '1990-01-02' },
      ...{ createdAt: Date.UTC(2020, 1, 3, 4, 5, 6), emailBoundAt: Date.UTC(2020, 1, 3, 4, 5, 6), suspendedAt: null },
    })
    for (const account of [email, mobile, username]) expect(await signIn(account)).toMatchObject({ ok: true })
  })

  it('happy: a hash of each kind is checked once, and then replaced by our own', async () => {
    const hashes = Object.entries(await theirHashes())
    for (const [index, [kind, password_hash]] of hashes.entries()) {
      const email = freshEmail()
      await forgetKinds()
      const run = await importRecords(world, [{ id: `kind ${index}`, email, password_hash }])
      const hash = async () => (await accountOf(world, 'email', email))?.passwordHash
      expect(run.refused, kind).toBe(0)
      expect(await hash(), kind).toMatch(/^imported:/)
      expect(await signIn(email, 'not the password'), kind).toMatchObject({ code: 'wrong_credentials' })
      expect(await signIn(email), kind).toMatchObject({ ok: true })
      expect(await hash(), kind).toMatch(/^\$argon2id\$/)
      expect(await signIn(email), kind).toMatchObject({ ok: true })
    }
  })

  it('happy: a password stored without normalisation signs in', async () => {
    const email = freshEmail()
    const typed = 'ﬁve boats under the moon'
    const { bcrypt: password_hash = '' } = await theirHashes(typed)
    await importRecords(world, [{ id: 'spelt', email, password_hash }])
    expect(await signIn(email, typed)).toMatchObject({ ok: true })
    expect(await signIn(email, 'five boats under the moon')).toMatchObject({ ok: true })
  })

  it('happy: a person without a password signs in by a code, and may set one', async () => {
    const mobile = freshMobile()
    await importRecords(world, [{ id: 'by code', mobile }])
    const before = await accountOf(world, 'mobile', mobile)
    expect(before).toMatchObject({ username: expect.stringMatching(/^user-/), passwordHash: null })
    const client = world.person()
    const code = await world.codeFor(mobile, mobilePurpose.login, client)
    expect(await client.smsLogin({ mobile, code })).toMatchObject({ data: { user_id: before?.id } })
  })

  it('happy: a repeated or extended run imports nobody twice', async () => {
    const people = Array.from({ length: 7 }, (_, index) => ({ id: `again ${index}`, email: freshEmail() }))
    expect(await importRecords(world, people.slice(0, 4), { atOnce: 3 })).toMatchObject({ taken: 4, known: 0 })
    expect(await importRecords(world, people, { atOnce: 2 })).toMatchObject({ taken: 3, known: 4, refused: 0 })
    expect(await importRecords(world, people)).toMatchObject({ taken: 0, known: 7, refused: 0 })
  })

  it('happy: a dry run lists everything that the run lists, and changes nothing', async () => {
    const taken = await world.registerEmail()
    const lines = [
      { id: 'dry 1', email: freshEmail(), name: '"quoted"' },
      { id: 'dry 2', email: taken.email },
      { id: 'dry 3', mobile: '13800000000' },
      { id: 'dry 4', username: freshUsername(), password_hash: bcrypt.replace('$04$', '$31$') },
    ]
    const before = await everyRow(world.place)
    const dry = await importRecords(world, lines, { isDryRun: true })
    expect(await everyRow(world.place)).toEqual(before)
    expect(dry).toMatchObject({ lines: 4, taken: 1, notWhole: 1, refused: 3 })
    expect(dry.said).toEqual([
      'line 2: the name is refused (name_quotes).',
      'line 3: refused: another account has its email.',
      'line 4: refused: its mobile is not valid with a country code, such as +8613800138000.',
      'line 5: refused: its password hash has a cost of 31, which has to be from 4 to 13.',
    ])
    expect(await importRecords(world, lines)).toEqual(dry)
  })

  it('happy: a Keycloak user with default roles is imported with password, phone, language and authenticator app', async () => {
    const [mobile, secret] = [freshMobile(), 'twenty bytes of a secret']
    const attributes = { phoneNumber: [mobile], phoneNumberVerified: ['true'], locale: ['zh_CN'] }
    const credentials = [keycloakPassword(), keycloakAuthenticator(secret)]
    const realmRoles = ['default-roles-orchard', 'offline_access', 'uma_authorization']
    const roles = { realmRoles, clientRoles: { account: ['view-profile', 'manage-account'] } }
    const names = { firstName: 'Ann', lastName: 'Lee' }
    const user = keycloakUser({ attributes, credentials, ...names, ...roles, createdTimestamp: 1e12 })
    expect(await importKeycloak(world, [user])).toMatchObject({ taken: 1, said: [] })
    const account = await accountOf(world, 'email', user.email)
    expect(account).toMatchObject({ mobile, username: user.username, name: 'Ann Lee', language: 'zh-Hans' })
    expect(account).toMatchObject({ createdAt: 1e12, asksAuthenticator: true, authenticatorSince: 1_700_000_000_000 })
    const person = world.person()
    const asked = dataOf(await person.accountLoginV2({ account: user.email, password: theirPassword }))
    const { authenticator_ticket: ticket = '' } = asked
    const authenticator_code = totpAt(Buffer.from(secret), stepAt(world.deployment.now()))
    expect(await person.completeSignIn({ ticket, authenticator_code })).toMatchObject({ ok: true })
  })

  it('error: unsupported data of a Keycloak user is listed with its line, and the rest is imported', async () => {
    const credentials = [keycloakAuthenticator('a secret that is long', { digits: 8 }), { type: 'webauthn' }]
    const more = { groups: ['/staff'], federatedIdentities: [{ identityProvider: 'google', userId: '1' }] }
    const run = await importKeycloak(world, [
      keycloakUser({ credentials, ...more }),
      { ...keycloakUser(), id: 7 },
      keycloakUser({ serviceAccountClientId: 'robot' }),
    ])
    expect(run).toMatchObject({ lines: 3, taken: 1, refused: 2 })
    expect(run.said.map((line) => line.replace(/\d+/, 'N'))).toEqual([
      expect.stringMatching(/^line N: an authenticator app .* is not imported\.$/),
      'line N: a passkey or another credential is not imported.',
      'line N: an identity at another provider is not imported.',
      'line N: a group or a role is not imported.',
      'line N: refused: it is not a Keycloak user: see id.',
      'line N: refused: it is the service account of a client.',
    ])
  })

  it('security: a password that Keycloak requires to change does not sign in', async () => {
    const user = keycloakUser({ credentials: [keycloakPassword()], requiredActions: ['UPDATE_PASSWORD'] })
    const run = await importKeycloak(world, [user])
    expect(run).toMatchObject({ taken: 1, said: [expect.stringContaining('a temporary password is not imported')] })
    expect(await signIn(user.email)).toMatchObject({ ok: false })
  })

  it('error: a line with the address or name of an earlier line is refused with that line’s number', async () => {
    const [email, username] = [freshEmail(), freshUsername()]
    const lines = [
      { id: 'same 1', email, username, password_hash: bcrypt },
      { id: 'same 2', email },
      { id: 'same 3', username: username.toUpperCase(), password_hash: bcrypt },
      { id: 'same 1', email: freshEmail() },
    ]
    const run = await importRecords(world, lines, { atOnce: 2 })
    expect(run.said).toEqual([
      'line 3: refused: line 2 has the same email.',
      'line 4: refused: line 2 has the same username.',
      'line 5: refused: line 2 has the same id.',
    ])
  })

  it('error: a person without a sign-in method is refused, and so is a suspended person without a reason', async () => {
    const email = freshEmail()
    const lines = [
      { id: 'no way in', email, email_verified: '' },
      { id: 'f', email, email_verified: '1', state: 'frozen' },
    ]
    const run = await importRecords(world, lines)
    expect(run.said).toEqual([
      'line 2: refused: nothing signs in to it: it has no verified address, and no username with a password.',
      'line 3: refused: it is frozen, and no --reason says why.',
    ])
    await importRecords(world, lines, { reason: 'It was closed before we moved' })
    expect(await accountOf(world, 'email', email)).toMatchObject({ suspendedReason: 'It was closed before we moved' })
  })

  it('security: an unverified address cannot sign in, and its owner can still register it', async () => {
    const [email, mobile, username] = [freshEmail(), freshMobile(), freshUsername()]
    const unverified = { email_verified: '', mobile_verified: '' }
    const cells = { id: 'claims', email, mobile, username, password_hash: bcrypt, ...unverified }
    const run = await importRecords(world, [cells])
    expect(run.said).toEqual([
      'line 2: the mobile is not verified, and is not imported.',
      'line 2: the email is not verified, and signs in to nothing until it is.',
    ])
    for (const address of [email, mobile]) expect(await signIn(address)).toMatchObject({ code: 'wrong_credentials' })
    expect(await signIn(username)).toMatchObject({ ok: true })
    const owner = await world.registerEmail({ email })
    expect((await accountOf(world, 'email', email))?.id).toBe(owner.userId)
  })

  it('security: a file cannot take over an existing account, by any of its identifiers', async () => {
    const there = await world.registerBoth()
    const before = await world.storage.accounts.profile(there.userId)
    const { bcrypt: password_hash = '' } = await theirHashes('a password of the thief')
    const run = await importRecords(world, [
      { id: 'thief 1', email: there.email.toUpperCase(), password_hash },
      { id: 'thief 2', mobile: there.mobile, password_hash },
      { id: 'thief 3', username: before?.username ?? '', password_hash },
    ])
    expect(run).toMatchObject({ taken: 0, refused: 3 })
    expect(await world.storage.accounts.profile(there.userId)).toEqual(before)
    expect(await signIn(there.email, 'a password of the thief')).toMatchObject({ code: 'wrong_credentials' })
  })

  it('security: an erased person is not imported again by a second run', async () => {
    const mobile = freshMobile()
    const lines = [{ id: 'erased', mobile }]
    await importRecords(world, lines)
    const { id = '' } = (await accountOf(world, 'mobile', mobile)) ?? {}
    await writeInto(world.place, 'delete from accounts where id = $1', [id])
    expect(await importRecords(world, lines)).toMatchObject({ taken: 0, known: 1 })
    expect(await accountOf(world, 'mobile', mobile)).toBeUndefined()
  })

  it('security: a name that sounds official waits for review, in an import too', async () => {
    const email = freshEmail()
    await importRecords(world, [{ id: 'official', email, username: 'support-team', password_hash: bcrypt }])
    expect(await accountOf(world, 'email', email)).toMatchObject({
      ...{ pendingUsername: 'support-team', username: expect.stringMatching(/^user-/), usernameIsChosen: false },
    })
  })

  it('security: a wrong password takes the same work for an imported account, a native one and none', async () => {
    const { scrypt = '' } = await theirHashes()
    const [email, other, coded] = [freshEmail(), freshEmail(), freshEmail()]
    await importRecords(world, [
      { id: 'work 1', email, password_hash: bcrypt },
      { id: 'work 2', email: other, password_hash: scrypt },
      { id: 'work 3', email: coded },
    ])
    const { email: ours } = await world.registerEmail()
    const comparisons = async (account: string) => {
      using run = vi.spyOn(hashQueue, 'run')
      expect(await signIn(account, 'not the password')).toMatchObject({ code: 'wrong_credentials' })
      const { length } = run.mock.calls
      return length
    }
    // Our own, and one of each kind.
    for (const account of [email, other, coded, ours, freshEmail()]) expect(await comparisons(account)).toBe(3)
  })

  it('security: a fifth kind of hash is refused, because each kind adds work to every wrong password', async () => {
    const hashes = ['04', '05', '06', '07', '08'].map((cost) => bcrypt.replace('$04$', `$${cost}$`))
    const lines = hashes.map((password_hash, nth) => ({ id: `cost ${nth}`, email: freshEmail(), password_hash }))
    const run = await importRecords(world, lines)
    expect(run.said).toEqual(['line 6: refused: its password hash is of $2b$08, and there are 4 other kinds already.'])
  })
})
