import type { SignInMethods } from '#account-api/accounts/changes/history-store'
import { calls } from '#contract/calls'
import { goodPassword } from '#tests/account-api/worlds/world'
import type { Facts } from './account'
import type { Actor, Heard, Told } from './actor'
import type { Stage } from './step'

/** What must hold in every play. @throws if it does not */
export const expectThat = (is: boolean, otherwise: string, seen: readonly string[] = []): void => {
  if (!is) throw new Error([otherwise, ...seen].join(' '))
}

/** The methods of an account that a person can lose, as texts. A password can be set again. */
export const listed = (methods: SignInMethods | undefined): string[] => [
  ...(methods?.mobile ? [`mobile ${methods.mobile.value}`] : []),
  ...(methods?.email ? [`email ${methods.email.value}`] : []),
  ...(methods?.recovery ? [`recovery ${methods.recovery.value}`] : []),
  ...(methods?.authenticator ? [`authenticator ${methods.authenticator.since}`] : []),
  ...(methods?.passkeys ?? []).map(({ credentialId }) => `passkey ${credentialId}`),
  ...(methods?.platforms ?? []).map(({ openid }) => `platform ${openid}`),
]

/** The old methods that an account has lost. */
export const missingOf = async ({ world, userId }: Stage, old: readonly string[]): Promise<string[]> => {
  const present = listed(await world.storage.history.present(userId))
  return old.filter((each) => !present.includes(each))
}

/** True when what the thief has shows a second factor: a passkey, or a browser in which the owner has typed a code of the app. */
const hasShown = ({ thief, asks, old }: Facts): boolean =>
  thief === 'passkey' || (thief.includes(' ') && asks && old.includes('authenticator'))

/** The calls that show whole addresses after a fresh proof, unless a second factor is due. */
const revealing = ['accountInfo', 'exportData', 'startPasskey']

/** Judges an answer to the thief: he reads no address that he does not have, and passes no rule. */
export const judgeAnswer = (
  { name, told }: Heard,
  { facts, addresses }: { facts: Facts; addresses: readonly string[] },
): void => {
  const { auth, whenFactorDue } = calls[name]
  const isHeldBack = facts.isDue && !hasShown(facts)
  expectThat(!(isHeldBack && told.ok && auth !== 'none' && whenFactorDue !== true), 'the thief passed a rule by', [
    name,
  ])
  const texts = JSON.stringify(told.data)
  // A QR code’s address contains the name of an account.
  const shown = texts + texts.replaceAll('%40', '@').replaceAll('%2B', '+')
  const read = addresses.filter((address) => shown.includes(address))
  expectThat(read.length === 0 || (!isHeldBack && revealing.includes(name)), 'the thief read an address in', [name])
}

interface End {
  at: Stage
  facts: Facts
  old: readonly string[]
  thief: Actor
}

/** Judges that the owner has the old methods. An owner without the app has reported it lost. */
export const judgeKept = async ({ at, facts, old }: Omit<End, 'thief'>): Promise<void> => {
  const hasApp = facts.owner.includes('authenticator')
  const gone = (await missingOf(at, old)).filter((each) => hasApp || !each.startsWith('authenticator'))
  expectThat(gone.length === 0, 'old methods are gone:', gone)
}

/** Checks the end state after the owner is back: the owner’s methods, and nothing of the thief. */
export const judgeEnd = async ({ at, facts, old, thief }: End): Promise<void> => {
  const { world, userId } = at
  await judgeKept({ at, facts, old })
  const methods = listed(await world.storage.history.present(userId))
  const planted = [...Object.values(thief.own), ...thief.means.passkeys.map(({ credentialId }) => credentialId)]
  const left = methods.filter((each) => !old.includes(each) && planted.some((value) => each.includes(value)))
  expectThat(left.length === 0, 'methods of the thief are left:', left)
  const pending = (await world.storage.pendingChanges.of(userId)).map(({ method }) => method)
  expectThat(pending.length === 0, 'changes wait:', pending)
  for (const [nth] of thief.browsers.entries()) {
    thief.at(nth)
    const { account } = (await thief.ask('checkLogin', {})).data as { account?: { user_id: string } }
    expectThat(account?.user_id !== userId, 'a session of the thief lives')
    const [device_token = '', waiting = '', cancelled = ''] = ['remembered', 'waiting', 'cancelled'].map((name) =>
      thief.kept.get(name),
    )
    const enters = ({ ok, data }: Told) => ok && data.user_id === userId
    if (device_token)
      expectThat(!enters(await thief.ask('quickLogin', { device_token })), 'a browser of the thief remembers')
    if (cancelled)
      expectThat(!enters(await thief.ask('undoCancellation', { ticket: cancelled })), 'a ticket of the thief restores')
    const authenticator_code = waiting && thief.factorCode()
    if (authenticator_code)
      expectThat(
        !enters(await thief.ask('completeSignIn', { ticket: waiting, authenticator_code })),
        'a sign-in of the thief waits',
      )
  }
  const { username: account } = await world.profileOf(userId)
  for (const password of thief.means.passwords.filter((each) => each !== goodPassword))
    expectThat(!(await world.person().accountLoginV2({ account, password })).ok, 'a password of the thief signs in')
}
