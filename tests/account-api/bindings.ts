import type { Act } from '../../contract/acts'
import type { Client } from '../../contract/client'
import { CookieJar } from '../../contract/cookie-jar'
import { emailPurpose, mobilePurpose } from '../../contract/purposes'
import { dataOf, freshEmail, freshMobile, ticketIn, type World } from './world'

type Sent = Promise<{ ok: true } | { ok: false; code: string }>

/** The code that was just sent to an address. */
const codeSent = async (world: World, to: string, sending: Sent): Promise<string> => {
  const sent = await sending
  if (!sent.ok) throw new Error(`not sent: ${sent.code}`)
  return world.codeTo(to)
}

/** Sends a code that binds a mobile, and answers it. */
export const mobileCode = (world: World, client: Client, mobile: string): Promise<string> =>
  codeSent(world, mobile, client.sendCode({ mobile, type: mobilePurpose.bind }))

/** Sends a code that binds an email, and answers it. */
export const emailCode = (world: World, client: Client, email: string): Promise<string> =>
  codeSent(world, email, client.sendEmailCode({ email, type: emailPurpose.bind }))

/** Proves the mobile of an account for an act, and answers the ticket. */
export const proveMobile = async (world: World, client: Client, mobile: string, act?: Act): Promise<string> => {
  const type = mobilePurpose.verifyOld
  return ticketIn(await client.verifyMobile({ code: await world.codeFor(mobile, type, client), type, act }))
}

/** Proves the email of an account for an act, and answers the ticket. */
export const proveEmail = async (world: World, client: Client, email: string, act?: Act): Promise<string> => {
  const type = emailPurpose.verifyOld
  return ticketIn(await client.verifyEmail({ code: await world.codeFor(email, type, client), type, act }))
}

/** Proves one more factor in the session of a client, by the code that its address gets. */
export const proveFactor = async (world: World, client: Client, way: 'mobile' | 'email', to: string): Promise<void> => {
  const { sms_code_key } = dataOf(await client.cancelVerifyWay({}))
  await client.sendSecondCode({ sms_code_key, way })
  dataOf(await client.verifySecond({ sms_code_key, way, code: await world.codeTo(to) }))
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
export const newMobileCode = (world: World, client: Client, asked: { ticket: string; mobile: string }) =>
  codeSent(world, asked.mobile, client.sendCode({ ...asked, type: mobilePurpose.changeToNew }))

/** Sends a code that rebinds a proven email to another, and answers it. */
export const newEmailCode = (world: World, client: Client, asked: { ticket: string; email: string }) =>
  codeSent(world, asked.email, client.sendEmailCode({ ...asked, type: emailPurpose.changeToNew }))

/** Registers an account whose only sign-in method is its mobile. */
export const registerMobileOnly = async (world: World) => {
  const mobile = freshMobile()
  const jar = new CookieJar()
  const client = world.person({ jar })
  const code = await world.codeFor(mobile, mobilePurpose.register, client)
  return { mobile, client, jar, userId: dataOf(await client.registerByMobile({ mobile, code })).user_id }
}

/** Signs in to the account a second time, in a browser of its own. */
export const secondSession = async (
  world: World,
  { mobile, password }: { mobile: string; password: string },
): Promise<Client> => {
  const client = world.person()
  dataOf(await client.accountLoginV2({ account: mobile, password }))
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
