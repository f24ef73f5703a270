import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { handlers } from '#account-api/calls/handlers'
import type { UserCall } from '#contract/call'
import { allCalls } from '#contract/calls'
import type { Answer, Client } from '#contract/client'
import { refuse } from '#contract/server'
import { browserAt, registerApplication, ticketFor } from '#tests/account-api/applications/share/applications'
import { codeFor, hostApp, scheme } from '#tests/account-api/sign-in/host-app/app-codes'
import { signInCodes } from '#tests/account-api/sign-in/qr-codes/qr-codes'
import { changeAddress, press, settled, signInByCode, ticketTo } from '#tests/account-api/worlds/attacks'
import { dataOf, describeWorlds, freshMobile, verifyByPassword } from '#tests/account-api/worlds/worlds'

const dayMinutes = 24 * 60

/** How a session began. Those below `stale` come from a session whose last proof is 13 days old. */
const kinds = ['both', 'password', 'sms', 'stale', 'qr', 'remembered', 'app', 'shared', 'guarded'] as const
type Kind = (typeof kinds)[number]

/** What each session is answered, by the proof that a row needs. `guarded`: the thief, while the guard lasts. */
const table = {
  session: 'in  in  in  in   in   in   in   in   in',
  fresh: '  in  in  in  asks asks asks asks asks in',
  second: ' in  asks asks asks asks asks asks asks asks',
  // These calls check their rules in their transaction.
  strong: ' in  in  in  in   in   in   in   in   in',
  wait: '   in  in  in  in   in   in   in   in   in',
  asked: '  in  in  in  in   in   in   in   in   in',
}

/** What the thief cannot do while the guard lasts. */
const guarded = `
  accountInfo accountSet addAuthenticator addPasskey askAuthenticator bindAuth bindEmail bindMobile cancelConfirm
  changePassword closeSubject createSubject exportData getChangeBindQrcode leaveSubject makeRecoveryCodes rememberAccount
  removeAuthenticator removePasskey removeRecoveryEmail sendRecoveryEmailCode setPassword setRecoveryEmail
  startAuthenticator startPasskey startTransfer switchBind transferManager updatePassword updateUserInfo
  verifyNewManager
`

/** The answer to an admitted call. The handlers do nothing, so no call affects another. */
const letIn = 4242

const calls = allCalls.filter(({ auth }) => auth !== 'none')
const actual = { ...handlers }

const expectedOf = ({ power: { proof, guarded } }: UserCall, kind: Kind): string => {
  if (kind === 'guarded' && guarded) return 'asks'
  return table[proof as keyof typeof table].trim().split(/\s+/)[kinds.indexOf(kind)] ?? ''
}

describeWorlds('the table of power on $name', (world) => {
  const people = {} as Record<Kind, { client: Client; sec_subject_uid: string }>

  /** The owner of an account that was just secured by its mobile, signed in by its email. */
  const thiefOf = async ({ userId, mobile, email }: Awaited<ReturnType<typeof settled>>) => {
    await changeAddress(world, userId, { kind: 'mobile', becomes: freshMobile() })
    const { sec_subject_uid } = dataOf(
      await (await signInByCode(world, email)).createSubject({ subject_name: 'Meadow' }),
    )
    dataOf(await press(world, await ticketTo(world, mobile)))
    world.passMinutes(2)
    return { client: await signInByCode(world, email), sec_subject_uid }
  }

  /** Sessions passed on from one that is 13 days old, each in its own browser. */
  const bornOf = async (client: Client) => {
    const { screen, scan, confirm } = signInCodes(world)
    const shown = await screen()
    await scan(client, shown)
    dataOf(await confirm(client, shown))
    await shown.take()
    const [{ asked, code_verifier }, app, sibling] = [hostApp(), world.person(), await registerApplication(world)]
    const { code } = await codeFor(client, asked)
    dataOf(await app.exchangeAppCode({ scheme, code, code_verifier }))
    const { client: shared } = browserAt(world, sibling)
    dataOf(await shared.shareLogin({ share_ticket: await ticketFor(client, sibling) }))
    return { qr: shown.client, app, shared }
  }

  beforeAll(async () => {
    const owner = await world.registerBoth()
    const { sec_subject_uid } = dataOf(await owner.client.createSubject({ subject_name: 'Orchard' }))
    const remembered = await world.secondSession(owner)
    const { device_token } = dataOf(await remembered.rememberAccount({}))
    await remembered.logout({})
    const secured = await settled(world, { older: 'mobile' })
    world.passMinutes(8 * dayMinutes)

    dataOf(await remembered.quickLogin({ device_token }))
    const born = await bornOf(owner.client)
    const both = await signInByCode(world, owner.mobile)
    const asked = await both.cancelVerifyWay({})
    dataOf(await verifyByPassword(both, asked))
    const [password, sms] = [await world.secondSession(owner), await signInByCode(world, owner.mobile)]
    const clients = { both, password, sms, stale: owner.client, ...born, remembered }
    for (const [kind, client] of Object.entries(clients)) people[kind as Kind] = { client, sec_subject_uid }
    people.guarded = await thiefOf(secured)

    const stop = async () => refuse('too_many_requests', { retry_after: letIn })
    Object.assign(handlers, Object.fromEntries(calls.map(({ name }) => [name, stop])))
  })
  // The files of a worker share the handlers, so they are restored.
  afterAll(() => Object.assign(handlers, actual))

  const ask = async (row: UserCall, kind: Kind): Promise<string> => {
    const { client, sec_subject_uid } = people[kind]
    const { when, is = 1, proof } = row.power
    const data = { sec_subject_uid, page: 1, ...(when !== undefined && { [when]: is }) }
    const judged = vi.spyOn(row.input, 'safeParse').mockReturnValue({ success: true, data })
    const make = client[row.name as keyof Client] as (input: object) => Promise<Answer<UserCall>>
    const answer = await make({ page: 1, [row.needsOneOf[0] ?? 'page']: 1 })
    judged.mockRestore()
    if (answer.ok) return `a handler answered, though it asks for ${proof}`
    if (answer.code === 'too_many_requests' && answer.data.retry_after === letIn) return 'in'
    return answer.code === 'second_verification_required' ? 'asks' : answer.code
  }

  it('security: the calls that a guard refuses are listed', () => {
    const names = calls.filter(({ power }) => power.guarded).map(({ name }) => name)
    expect(names.sort()).toEqual(guarded.trim().split(/\s+/))
  })

  it.each(calls)('security: $name requires the proof in its row from each kind of session', async (row) => {
    const answers = Object.fromEntries(kinds.map((kind) => [kind, expectedOf(row, kind)]))
    const actual: Record<string, string> = {}
    for (const kind of kinds) actual[kind] = await ask(row, kind)
    expect(actual).toEqual(answers)
  })
})
