import { createAccount } from '#account-api/accounts/account/account'
import type { Address } from '#account-api/accounts/account/identifier'
import { noteChange } from '#account-api/accounts/changes/history'
import { notMePurpose } from '#account-api/accounts/changes/not-me-ticket'
import { addressesOf, recipientOf, tell } from '#account-api/accounts/notices/notice'
import { changeDue } from '#account-api/addresses/binding/due-changes'
import { issueAskingTicket } from '#account-api/kernel/tickets/ticket'
import type { Client } from '#contract/client'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import { dataOf, freshEmail, freshMobile, type World } from './world'

/** In minutes. */
export const hours = (count: number) => count * 60
export const days = (count: number) => count * 24 * 60

/** Advances the clock, and carries out the changes that are then due. @returns how many */
export const dueAfter = (world: World, minutes: number): Promise<number> => {
  world.passMinutes(minutes)
  return changeDue(world.service)
}

/** An account whose addresses are all older than a message’s links: none was added recently. */
export const settled = async (
  world: World,
  { older, password = null }: { older: Address['kind'] | 'neither'; password?: string | null },
) => {
  const [mobile, email] = [freshMobile(), freshEmail()]
  const addresses: Address[] = [
    { kind: 'mobile', value: mobile },
    { kind: 'email', value: email },
  ]
  const [first, second] = older === 'email' ? addresses.reverse() : addresses
  if (!first || !second) throw new Error('no addresses')
  const { deployment, storage } = world
  const identifiers = older === 'neither' ? [first, second] : [first]
  const account = { identifiers, passwordHash: password, language: 'en' }
  const userId = await storage.transaction((stores) => createAccount(stores, account))
  world.passMinutes(days(1))
  if (older !== 'neither') await storage.accounts.bind({ ...second, accountId: userId, at: deployment.now() })
  world.passMinutes(days(4))
  return { userId, mobile, email }
}

/** An account with a mobile, an email added later, and a password that its owner knows. */
export const registeredSettled = async (world: World) => {
  const person = await world.registerMobile()
  const email = freshEmail()
  world.passMinutes(days(1))
  const at = world.deployment.now()
  await world.storage.accounts.bind({ kind: 'email', value: email, accountId: person.userId, at })
  world.passMinutes(days(4))
  return { ...person, email }
}

/** An account with a mobile, an email and a password that are a hundred days old. Its browser is signed out. */
export const registeredLongAgo = async (world: World) => {
  const person = await world.registerBoth()
  world.passMinutes(days(100))
  return person
}

/** An account’s sign-in methods: addresses, openids of third-party identities, and whether it has a password. */
export const methodsOf = async (world: World, userId: string) => {
  const { mobile, email, passwordHash } = await world.profileOf(userId)
  const openids = (await world.storage.platforms.of(userId)).map(({ openid }) => openid)
  return { mobile, email, openids, hasPassword: passwordHash !== null }
}

/**
 * Removes an address of an account, or replaces it, and tells everybody. However a thief did it: the rules about that
 * are not what these tests are about.
 */
export const changeAddress = async (
  world: World,
  userId: string,
  { kind, becomes = null, isLost = false }: { kind: Address['kind']; becomes?: string | null; isLost?: boolean },
): Promise<void> => {
  const { deployment, storage } = world
  const account = await world.profileOf(userId)
  const was = account[kind]
  const change = `${kind}_${was === null ? 'bound' : becomes === null ? 'removed' : 'changed'}` as const
  await storage.transaction(async (stores) => {
    await stores.accounts.lock(userId)
    await noteChange(stores, { accountId: userId, change: isLost ? 'mobile_lost' : change })
    if (was) await stores.accounts.unbind({ kind, value: was, accountId: userId })
    if (becomes) await stores.accounts.bind({ kind, value: becomes, accountId: userId, at: deployment.now() })
    const to = [...addressesOf(account), ...(becomes ? [recipientOf({ kind, value: becomes })] : [])]
    await tell(stores, { account, to, change })
  })
}

/** Removes or replaces the password, and sends the messages. */
export const changePassword = async (world: World, userId: string, becomes: string): Promise<void> => {
  const account = await world.profileOf(userId)
  await world.storage.transaction(async (stores) => {
    await stores.accounts.lock(userId)
    await noteChange(stores, { accountId: userId, change: 'password_reset' })
    await stores.accounts.replacePassword(userId, { was: account.passwordHash, becomes })
    await tell(stores, { account, to: addressesOf(account), change: 'password_reset' })
  })
}

/** The tickets of “not me” that were sent to an address, oldest first. */
export const ticketsTo = async (world: World, address: string): Promise<string[]> => {
  const messages = await world.storage.outbox.newest(address, 100)
  const links = messages.reverse().flatMap(({ link }) => (link?.includes('/account-help/not-me') ? [link] : []))
  return links.flatMap((link) => new URL(link).searchParams.get('ticket') ?? [])
}

/** The newest ticket of “not me” that was sent to an address. */
export const ticketTo = async (world: World, address: string): Promise<string> =>
  (await ticketsTo(world, address)).at(-1) ?? 'no ticket was sent'

/** A ticket for an address that was not sent by a message: it counts like a sent one. */
export const stolenTicket = (world: World, accountId: string, by: Address): Promise<string> => {
  const value = JSON.stringify({ change: 'data_exported', at: world.deployment.now(), by })
  return issueAskingTicket(world.storage, { purpose: notMePurpose, value, accountId })
}

/** Presses the button on a ticket’s page. */
export const press = (world: World, ticket: string, password?: string) =>
  world.person().secureAccount({ ticket, ...(password !== undefined && { password }) })

/** Says “this was not me” by the newest link that was sent to an address. */
export const disown = async (world: World, address: string) => press(world, await world.linkTicketTo(address))

/** Every order of every non-empty selection. */
export const ordersOf = <Item>(items: readonly Item[]): Item[][] =>
  items.flatMap((item, index) => {
    const others = items.filter((_, other) => other !== index)
    return [[item], ...ordersOf(others).map((order) => [item, ...order])]
  })

/** The refusal of a change that needs a second factor, or a wait of two days. */
export const lacking = (...ways: string[]) => ({
  code: 'second_verification_required',
  data: { ways: ways.map((way) => ({ way })), wait_hours: 48 },
})

/** Signs in with a code by SMS or email. */
export const signInByCode = async (world: World, address: string): Promise<Client> => {
  const client = world.person()
  const isEmail = address.includes('@')
  const code = await world.codeFor(address, isEmail ? emailPurpose.login : mobilePurpose.login, client)
  const entered = isEmail ? client.emailCodeLogin({ email: address, code }) : client.smsLogin({ mobile: address, code })
  dataOf<{ ok: true; data: object } | { ok: false; code: string }>(await entered)
  return client
}
