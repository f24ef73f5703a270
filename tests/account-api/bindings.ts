import type { Act } from '../../contract/acts'
import type { Client } from '../../contract/client'
import { emailPurpose, mobilePurpose } from '../../contract/purposes'
import { freshMobile, type World } from './world'

/** Has a code sent that binds a mobile, and answers it. */
export const mobileCode = async (world: World, client: Client, mobile: string): Promise<string> => {
  const sent = await client.sendCode({ mobile, type: mobilePurpose.bind })
  if (!sent.ok) throw new Error(`not sent: ${sent.code}`)
  return world.codeTo(mobile)
}

/** Has a code sent that binds an email, and answers it. */
export const emailCode = async (world: World, client: Client, email: string): Promise<string> => {
  const sent = await client.sendEmailCode({ email, type: emailPurpose.bind })
  if (!sent.ok) throw new Error(`not sent: ${sent.code}`)
  return world.codeTo(email)
}

/** Has a person prove the mobile that they hold, for an act. */
export const proveMobile = async (world: World, client: Client, mobile: string, act?: Act): Promise<string> => {
  await client.sendCode({ mobile, type: mobilePurpose.verifyOld })
  const proven = await client.verifyMobile({ code: await world.codeTo(mobile), type: mobilePurpose.verifyOld, act })
  if (!proven.ok) throw new Error(`not proven: ${proven.code}`)
  return proven.data.verify_ticket
}

/** Has a person prove the email that they hold, for an act. */
export const proveEmail = async (world: World, client: Client, email: string, act?: Act): Promise<string> => {
  await client.sendEmailCode({ email, type: emailPurpose.verifyOld })
  const proven = await client.verifyEmail({ code: await world.codeTo(email), type: emailPurpose.verifyOld, act })
  if (!proven.ok) throw new Error(`not proven: ${proven.code}`)
  return proven.data.verify_ticket
}

/** Has a code sent that changes a proven mobile to another, and answers it. */
export const newMobileCode = async (
  world: World,
  client: Client,
  { ticket, mobile }: { ticket: string; mobile: string },
): Promise<string> => {
  const sent = await client.sendCode({ mobile, type: mobilePurpose.changeToNew, ticket })
  if (!sent.ok) throw new Error(`not sent: ${sent.code}`)
  return world.codeTo(mobile)
}

/** Has a code sent that changes a proven email to another, and answers it. */
export const newEmailCode = async (
  world: World,
  client: Client,
  { ticket, email }: { ticket: string; email: string },
): Promise<string> => {
  const sent = await client.sendEmailCode({ email, type: emailPurpose.changeToNew, ticket })
  if (!sent.ok) throw new Error(`not sent: ${sent.code}`)
  return world.codeTo(email)
}

/** Registers a person whose only way to sign in is their mobile. */
export const registerMobileOnly = async (world: World) => {
  const mobile = freshMobile()
  const client = world.person()
  await client.sendCode({ mobile, type: mobilePurpose.register })
  const registered = await client.registerByMobile({ mobile, code: await world.codeTo(mobile) })
  if (!registered.ok) throw new Error(`not registered: ${registered.code}`)
  return { mobile, client, userId: registered.data.user_id }
}

/** The same person, signed in a second time. */
export const secondSession = async (
  world: World,
  { mobile, password }: { mobile: string; password: string },
): Promise<Client> => {
  const client = world.person()
  const entered = await client.accountLoginV2({ account: mobile, password })
  if (!entered.ok) throw new Error(`not signed in: ${entered.code}`)
  return client
}

/** What an account is found by. */
export const profileOf = async (world: World, accountId: string) => {
  const profile = await world.storage.accounts.profile(accountId)
  if (!profile) throw new Error('no account')
  const { mobile, email, unverifiedEmail } = profile
  return { mobile, email, unverifiedEmail }
}

/** The kinds and details of what an account did, the newest first. */
export const activityOf = async (world: World, accountId: string): Promise<[string, string][]> => {
  const entries = await world.storage.activity.newest(accountId, { offset: 0, limit: 100 })
  return entries.map(({ kind, detail }) => [kind, detail])
}

/** What an address was told last. */
export const toldLast = async (world: World, address: string) => (await world.storage.outbox.newest(address, 1))[0]

export const maskedMobile = (mobile: string): string => `+86 138****${mobile.slice(-4)}`
