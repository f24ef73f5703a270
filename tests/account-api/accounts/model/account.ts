import fc from 'fast-check'
import { createAccount } from '#account-api/accounts/account/account'
import { hashPassword } from '#account-api/verification/hashing/hash'
import { freshEmail, freshMobile, goodPassword, type World } from '#tests/account-api/worlds/world'
import { type Actor, type Heard, type Means, newActor } from './actor'
import { changes } from './changes'
import { signIns } from './sign-ins'
import type { Stage } from './step'

/** The kinds of things that give access to an account or guard it. */
export const kinds = ['mobile', 'email', 'password', 'passkey', 'authenticator', 'recovery', 'platform'] as const
export type Kind = (typeof kinds)[number]

/** The kinds that prove a person. */
export const factors = ['mobile', 'email', 'password', 'passkey', 'authenticator'] as const
type Factor = (typeof factors)[number]

/** What a thief may have besides a method of the account: a browser in which its owner was signed in. */
const browsers = ['a fresh session', 'a stale session', 'a remembered browser'] as const

/** An account, what its owner has, and what a thief has. */
export interface Facts {
  /** Methods that are a hundred days old. */
  old: readonly Kind[]
  /** What its owner added a day ago. */
  young: readonly Kind[]
  owner: readonly Factor[]
  thief: Kind | (typeof browsers)[number]
  /** True when sign-ins require the app. */
  asks: boolean
  /** True when the deployment requires a second factor of everybody. */
  isDue: boolean
}

const isFactor = (kind: Kind): kind is Factor => (factors as readonly Kind[]).includes(kind)

/** The factors that the help pages require. */
const factorsOfOwner = 2

/** Accounts with an address and two old factors. The owner holds two or more, the thief one. */
export const someFacts: fc.Arbitrary<Facts> = fc
  .record({
    old: fc.subarray([...kinds], { minLength: 2 }),
    young: fc.subarray([...kinds], { maxLength: 2 }),
    lost: fc.subarray([...factors], { maxLength: 2 }),
    thief: fc.nat(20),
    asks: fc.boolean(),
    isDue: fc.boolean(),
  })
  .map(({ old: given, young, lost, thief, asks, isDue }) => {
    const withAddress = given.some((kind) => kind === 'mobile' || kind === 'email')
      ? given
      : ['mobile' as const, ...given]
    const old = withAddress.filter(isFactor).length > 1 ? withAddress : [...withAddress, 'password' as const]
    const held = old.filter(isFactor)
    const kept = held.filter((kind) => !lost.includes(kind))
    const owner = kept.length >= factorsOfOwner ? kept : held
    const stolen = [...old, ...browsers]
    const one = stolen[thief % stolen.length] ?? 'mobile'
    return {
      old,
      young: young.filter((kind) => !old.includes(kind)),
      owner,
      thief: one,
      asks: asks && one !== 'a fresh session',
      isDue,
    }
  })

const nothing = (): Means => ({ passwords: [], passkeys: [], apps: [], codes: [] })

/** Adds a method to the owner’s account. */
const add: Record<Exclude<Kind, 'mobile' | 'email'>, (me: Actor, at: Stage) => Promise<unknown>> = {
  password: async (me, at) => changes.setPassword(me, at),
  passkey: async (me, at) => changes.addPasskey(me, at),
  authenticator: async (me, at) => changes.addAuthenticator(me, { ...at, nth: 0 }),
  recovery: async (me, at) => {
    await changes.setRecoveryEmail(me, at)
    me.means.recovery = me.own.recovery
  },
  platform: async (me, at) => changes.bindAuth(me, { ...at, nth: 0 }),
}

const days = (count: number) => count * 24 * 60

/** The owner’s things that a thief has. */
const stolen = (facts: Facts, all: Means): Means => ({
  ...nothing(),
  ...(facts.thief === 'mobile' && { mobile: all.mobile }),
  ...(facts.thief === 'email' && { email: all.email }),
  ...(facts.thief === 'recovery' && { recovery: all.recovery }),
  ...(facts.thief === 'password' && { passwords: [...all.passwords] }),
  ...(facts.thief === 'passkey' && { passkeys: [...all.passkeys] }),
  ...(facts.thief === 'authenticator' && { apps: [...all.apps] }),
})

/** Creates an account with its owner and a thief. */
export const openAccount = async (
  world: World,
  facts: Facts,
  hear: { owner: (heard: Heard) => void; thief: (heard: Heard) => void },
) => {
  const has = (kind: Kind) => facts.old.includes(kind)
  const all: Means = {
    ...nothing(),
    mobile: has('mobile') ? freshMobile() : undefined,
    email: has('email') ? freshEmail() : undefined,
    passwords: has('password') ? [goodPassword] : [],
  }
  const identifiers = [
    ...(all.mobile ? [{ kind: 'mobile' as const, value: all.mobile }] : []),
    ...(all.email ? [{ kind: 'email' as const, value: all.email }] : []),
  ]
  const { deployment, storage } = world
  const passwordHash = has('password') ? await hashPassword(deployment.peppers, goodPassword) : null
  const userId = await storage.transaction((stores) =>
    createAccount(stores, { identifiers, passwordHash, language: 'en' }),
  )
  const { username } = await world.profileOf(userId)
  const at: Stage = { world, userId, username, nth: 0, isOwn: () => true }
  const owner = newActor(world, { means: all, hear: hear.owner })
  const enter = () => (all.mobile ? signIns.smsLogin(owner, at) : signIns.emailCodeLogin(owner, at))
  const addAll = async (wanted: readonly Kind[]) => {
    if (wanted.length > 0) await enter()
    if (all.apps.length > 0) await signIns.completeSignIn(owner, at)
    for (const kind of wanted) {
      if (kind !== 'mobile' && kind !== 'email') await add[kind](owner, at)
      else if (await storage.accounts.bind({ kind, value: owner.own[kind], accountId: userId, at: deployment.now() }))
        all[kind] = owner.own[kind]
      world.passMinutes(2)
    }
  }
  await addAll(facts.old.filter((kind) => kind !== 'mobile' && kind !== 'email' && kind !== 'password'))
  if (facts.asks && has('authenticator')) await owner.make('askAuthenticator', { at_sign_in: 1 })
  world.passMinutes(days(100))
  const before = await storage.history.present(userId)
  await addAll(facts.young)
  world.passMinutes(days(facts.young.length > 0 ? 1 : 0))
  const thief = newActor(world, { means: stolen(facts, all), hear: hear.thief })
  if (facts.thief.includes(' ')) {
    await enter()
    await signIns.completeSignIn(owner, at)
    if (facts.thief === 'a remembered browser') await signIns.rememberAccount(owner, at)
    thief.take(owner.lose())
    if (facts.thief !== 'a fresh session') world.passMinutes(days(2))
  }
  // From now on the owner has only what is not lost.
  const holds = (kind: Factor) => facts.owner.includes(kind) || facts.young.includes(kind)
  if (!holds('mobile')) all.mobile = undefined
  if (!holds('email')) all.email = undefined
  if (!holds('password')) all.passwords = []
  if (!holds('passkey')) all.passkeys = []
  if (!holds('authenticator')) Object.assign(all, { apps: [], codes: [] })
  return { at, owner, thief, before, known: await storage.history.present(userId) }
}
