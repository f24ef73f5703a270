import { expect, it } from 'vitest'
import { signInByPassword } from '#account-api/sign-in/ways/password-sign-in'
import { emailPurpose } from '#contract/terms/purposes'
import { CookieJar } from '#contract/wire/cookie-jar'
import { copyOf } from '#tests/account-api/verification/passwords/guesses'
import { atOnce, dataOf, freshAddress, freshEmail, goodPassword, type World } from '#tests/account-api/worlds/world'
import { describeWorlds } from '#tests/account-api/worlds/worlds'

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'

describeWorlds('a sign-in from a browser that the account does not know, on $name', (world) => {
  const signIn = async (account: string, options: Parameters<World['person']>[0] = {}) => {
    const jar = options.jar ?? new CookieJar()
    const client = world.person({ ...options, jar })
    dataOf(await client.accountLoginV2({ account, password: goodPassword }))
    return { client, jar }
  }

  /** The messages about new sign-ins that an address got, oldest first. */
  const toldTo = async (address: string) =>
    (await world.storage.outbox.newest(address, 100)).filter(({ purpose }) => purpose === 'signed_in_new').reverse()

  const countTo = async (...addresses: string[]) =>
    Promise.all(addresses.map(async (address) => (await toldTo(address)).length))

  it('happy: the email gets the time, the browser and the place, and a press of its link ends the session', async () => {
    const ann = await world.registerBoth()
    world.passMinutes(4 * 24 * 60)
    const { client } = await signIn(ann.mobile, { userAgent: chrome, address: '203.0.113.7' })
    const [message] = await toldTo(ann.email)
    const { username } = dataOf(await ann.client.accountInfo({}))
    expect(message?.subject).toBe('New sign-in to your account')
    const [, lines = ''] = message?.body.split('\n\n') ?? []
    const device = `Device: Chrome, Windows\nTime: .* \\(Shanghai time\\)\nFrom: 203\\.0\\.113\\.7`
    expect(lines).toMatch(new RegExp(`^Account: ${username} on Butterfly\n${device}$`))
    expect(message?.body).toContain(message?.link ?? 'no link')
    expect(await countTo(ann.mobile)).toEqual([0])
    const ticket = new URL(message?.link ?? '').searchParams.get('ticket') ?? ''
    dataOf(await world.person().secureAccount({ ticket }))
    expect(dataOf(await client.checkLogin({})).signed_in).toBe(false)
  })

  it('happy: the first sign-in to an account created without a session sends no message, and the next one does', async () => {
    const email = freshEmail()
    const visitor = world.person()
    const code = await world.codeFor(email, emailPurpose.register, visitor)
    dataOf(await visitor.registerUserOnlyByEmail({ email, code, password: goodPassword }))
    await signIn(email)
    expect(await countTo(email)).toEqual([0])
    world.passMinutes(30)
    await signIn(email)
    expect(await countTo(email)).toEqual([1])
  })

  it('security: after signing out everywhere, no sign-in counts as the first one', async () => {
    const ann = await world.registerEmail()
    dataOf(await ann.client.logout({ all: 1 }))
    await signIn(ann.email)
    expect(await countTo(ann.email)).toEqual([1])
  })

  it('happy: an account without an email gets a short SMS', async () => {
    const ann = await world.registerMobile()
    await signIn(ann.mobile, { userAgent: firefox })
    const [message] = await toldTo(ann.mobile)
    expect(message?.body).toMatch(
      /^Butterfly: A new sign-in to your account: Firefox, Linux, [^.]*\(Shanghai time\)\. If/,
    )
  })

  it('security: a thief who reads the mail cannot hide a sign-in, because the mobile gets a message too', async () => {
    const ann = await world.registerBoth()
    const thief = world.person()
    const code = await world.codeFor(ann.email, emailPurpose.login, thief)
    dataOf(await thief.emailCodeLogin({ email: ann.email, code }))
    expect(await countTo(ann.email, ann.mobile)).toEqual([1, 1])
  })

  it('security: an unconfirmed email gets no message', async () => {
    const ann = await world.registerMobile()
    const claimed = 'claimed@example.com'
    await world.storage.transaction((stores) =>
      stores.accounts.claimEmail({ accountId: ann.userId, email: claimed, at: 0 }),
    )
    await signIn(ann.mobile)
    expect(await countTo(claimed, ann.mobile)).toEqual([0, 1])
  })

  it('security: using a copied cookie makes the owner’s browser unknown, so the owner is notified', async () => {
    const ann = await world.registerEmail()
    const copy = copyOf(ann.jar)
    await signIn(ann.email, { jar: copy })
    expect(await countTo(ann.email)).toEqual([0])
    world.passMinutes(30)
    await signIn(ann.email, { jar: ann.jar })
    expect(await countTo(ann.email)).toEqual([1])
  })

  it.each([
    ['five messages a day by email', 5, async () => (await world.registerEmail()).email],
    ['two messages a day by SMS', 2, async () => (await world.registerMobile()).mobile],
  ])('security: a flood of sign-ins sends %s, and the last one says so', async (_, most, registered) => {
    const to = await registered()
    for (let turn = 0; turn < most + 3; turn++) await signIn(to)
    const last = (await toldTo(to)).map(({ body }) => body.includes('you get no more messages about new sign-ins'))
    expect(last).toEqual([...Array(most - 1).fill(false), true])
    world.passMinutes(24 * 60)
    await signIn(to)
    expect(await countTo(to)).toEqual([most + 1])
  })

  it('security: two concurrent sign-ins of one browser send one message', async () => {
    const ann = await world.registerEmail()
    const from = { clientAddress: freshAddress(), client: firefox }
    const typed = { identifier: { kind: 'email' as const, value: ann.email }, password: goodPassword, from }
    const judged = { ...typed, isPerson: async () => false, session: undefined, restores: false, endOthers: false }
    const entered = await atOnce(2, () => signInByPassword(world.service, judged))
    expect(entered.map(({ ok }) => ok)).toEqual([true, true])
    expect(await countTo(ann.email)).toEqual([1])
  })
})
