import type { Act } from '../../contract/acts'
import type { Client } from '../../contract/client'
import { emailPurpose, mobilePurpose } from '../../contract/purposes'
import { freshEmail, freshMobile, type World } from './world'

/** Sends a code that binds a mobile, and answers it. */
export const mobileCode = async (world: World, client: Client, mobile: string): Promise<string> => {
  const sent = await client.sendCode({ mobile, type: mobilePurpose.bind })
  if (!sent.ok) throw new Error(`not sent: ${sent.code}`)
  return world.codeTo(mobile)
}

/** Sends a code that binds an email, and answers it. */
export const emailCode = async (world: World, client: Client, email: string): Promise<string> => {
  const sent = await client.sendEmailCode({ email, type: emailPurpose.bind })
  if (!sent.ok) throw new Error(`not sent: ${sent.code}`)
  return world.codeTo(email)
}

/** Proves the mobile of an account for an act, and answers the ticket. */
export const proveMobile = async (world: World, client: Client, mobile: string, act?: Act): Promise<string> => {
  await client.sendCode({ mobile, type: mobilePurpose.verifyOld })
  const proven = await client.verifyMobile({ code: await world.codeTo(mobile), type: mobilePurpose.verifyOld, act })
  if (!proven.ok) throw new Error(`not proven: ${proven.code}`)
  return proven.data.verify_ticket
}

/** Proves the email of an account for an act, and answers the ticket. */
export const proveEmail = async (world: World, client: Client, email: string, act?: Act): Promise<string> => {
  await client.sendEmailCode({ email, type: emailPurpose.verifyOld })
  const proven = await client.verifyEmail({ code: await world.codeTo(email), type: emailPurpose.verifyOld, act })
  if (!proven.ok) throw new Error(`not proven: ${proven.code}`)
  return proven.data.verify_ticket
}

/** Proves one more factor in the session of a client, by the code that its address gets. */
export const proveFactor = async (world: World, client: Client, way: 'mobile' | 'email', to: string): Promise<void> => {
  const asked = await client.cancelVerifyWay({})
  const sms_code_key = asked.ok ? asked.data.sms_code_key : ''
  await client.sendSecondCode({ sms_code_key, way })
  const proven = await client.verifySecond({ sms_code_key, way, code: await world.codeTo(to) })
  if (!proven.ok) throw new Error(`not proven: ${proven.code}`)
}

/** Registers an account with a mobile and an email as old as that. It has no password, since hashing is slow. */
export const registerBothFast = async (world: World) => {
  const person = await registerMobileOnly(world)
  const email = freshEmail()
  const account = await world.storage.accounts.profile(person.userId)
  const at = account?.mobileBoundAt ?? 0
  await world.storage.accounts.bind({ kind: 'email', value: email, accountId: person.userId, at })
  return { ...person, email }
}

/** Sends a code that rebinds a proven mobile to another, and answers it. */
export const newMobileCode = async (
  world: World,
  client: Client,
  { ticket, mobile }: { ticket: string; mobile: string },
): Promise<string> => {
  const sent = await client.sendCode({ mobile, type: mobilePurpose.changeToNew, ticket })
  if (!sent.ok) throw new Error(`not sent: ${sent.code}`)
  return world.codeTo(mobile)
}

/** Sends a code that rebinds a proven email to another, and answers it. */
export const newEmailCode = async (
  world: World,
  client: Client,
  { ticket, email }: { ticket: string; email: string },
): Promise<string> => {
  const sent = await client.sendEmailCode({ email, type: emailPurpose.changeToNew, ticket })
  if (!sent.ok) throw new Error(`not sent: ${sent.code}`)
  return world.codeTo(email)
}

/** Registers an account whose only sign-in method is its mobile. */
export const registerMobileOnly = async (world: World) => {
  const mobile = freshMobile()
  const client = world.person()
  await client.sendCode({ mobile, type: mobilePurpose.register })
  const registered = await client.registerByMobile({ mobile, code: await world.codeTo(mobile) })
  if (!registered.ok) throw new Error(`not registered: ${registered.code}`)
  return { mobile, client, userId: registered.data.user_id }
}

/** Signs in to the account a second time, in a browser of its own. */
export const secondSession = async (
  world: World,
  { mobile, password }: { mobile: string; password: string },
): Promise<Client> => {
  const client = world.person()
  const entered = await client.accountLoginV2({ account: mobile, password })
  if (!entered.ok) throw new Error(`not signed in: ${entered.code}`)
  return client
}

/** The addresses of an account. */
export const profileOf = async (world: World, accountId: string) => {
  const profile = await world.storage.accounts.profile(accountId)
  if (!profile) throw new Error('no account')
  const { mobile, email, unverifiedEmail } = profile
  return { mobile, email, unverifiedEmail }
}

/** The kind and the detail of each activity entry of an account, newest first. */
export const activityOf = async (world: World, accountId: string): Promise<[string, string][]> => {
  const entries = await world.storage.activity.list(accountId, { limit: 100 })
  return entries.map(({ kind, detail }) => [kind, detail])
}

/** The newest message to an address. */
export const toldLast = async (world: World, address: string) => (await world.storage.outbox.newest(address, 1))[0]

export const maskedMobile = (mobile: string): string => `+86 138****${mobile.slice(-4)}`
