import type { Client } from '#contract/client'
import type { Act } from '#contract/terms/acts'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import { CookieJar } from '#contract/wire/cookie-jar'
import { dueAfter, hours } from '#tests/account-api/worlds/attacks'
import { dataOf, freshEmail, goodPassword, ticketIn, verifyByCode, type World } from '#tests/account-api/worlds/world'

type Sent = Promise<{ ok: true } | { ok: false; code: string }>

/** The code that was just sent to an address. */
const codeSent = async (world: World, to: string, sending: Sent): Promise<string> => {
  const sent = await sending
  if (!sent.ok) throw new Error(`not sent: ${sent.code}`)
  return world.codeTo(to)
}

/** Sends a code that binds a mobile, and returns it. */
export const mobileCode = (world: World, client: Client, mobile: string): Promise<string> =>
  codeSent(world, mobile, client.sendCode({ mobile, type: mobilePurpose.bind }))

/** Sends a code that binds an email, and returns it. */
export const emailCode = (world: World, client: Client, email: string): Promise<string> =>
  codeSent(world, email, client.sendEmailCode({ email, type: emailPurpose.bind }))

/** Proves an account’s mobile for an act, and returns the ticket. */
export const proveMobile = async (world: World, client: Client, mobile: string, act?: Act): Promise<string> => {
  const type = mobilePurpose.verifyOld
  return ticketIn(await client.verifyMobile({ code: await world.codeFor(mobile, type, client), type, act }))
}

/** Proves an account’s email for an act, and returns the ticket. */
export const proveEmail = async (world: World, client: Client, email: string, act?: Act): Promise<string> => {
  const type = emailPurpose.verifyOld
  return ticketIn(await client.verifyEmail({ code: await world.codeFor(email, type, client), type, act }))
}

/** The ticket for the password that a visitor proves on the page for a lost number. */
export const passwordTicket = async (world: World, account: string, client = world.person()): Promise<string> =>
  dataOf(await client.verifyPassword({ account, password: goodPassword })).ticket

/** Reports an account’s number lost, with a proof of its email and, if given, its password. */
export const reportLost = async (world: World, email: string, password?: string) => {
  const ticket = await world.validatedTicket(email, emailPurpose.notSignedIn)
  return world.person().unbindUnusableMobile({ ticket, password })
}

/** Cancels the account of a client, with a proof of its mobile. */
export const cancelByMobile = async (world: World, { client, mobile }: { client: Client; mobile: string }) =>
  dataOf(await client.cancelConfirm({ cancel_ticket: await proveMobile(world, client, mobile, 'cancellation') }))

/** Proves an additional factor in a client’s session, by the code sent to its address. */
export const proveFactor = async (world: World, client: Client, to: string): Promise<void> => {
  dataOf(await verifyByCode(world, client, await client.cancelVerifyWay({}), to))
}

/** Sends a code that rebinds a proven mobile to another, and returns it. */
export const newMobileCode = (world: World, client: Client, asked: { ticket: string; mobile: string }) =>
  codeSent(world, asked.mobile, client.sendCode({ ...asked, type: mobilePurpose.changeToNew }))

/** Sends a code that rebinds a proven email to another, and returns it. */
export const newEmailCode = (world: World, client: Client, asked: { ticket: string; email: string }) =>
  codeSent(world, asked.email, client.sendEmailCode({ ...asked, type: emailPurpose.changeToNew }))

/** Replaces an email, with a proof of it. */
export const replaceEmail = async (
  world: World,
  client: Client,
  { email, becomes, wait }: { email: string; becomes: string; wait?: 1 },
) => {
  const ticket = await proveEmail(world, client, email)
  const code = await newEmailCode(world, client, { ticket, email: becomes })
  return client.rebindEmail({ ticket, email: becomes, code, ...(wait && { wait }) })
}

export const maskedMobile = (mobile: string): string => `+86 138****${mobile.slice(-4)}`

/** Resets a password with a code to an address. */
export const resetBy = async (world: World, to: string, password: string, client = world.person()) => {
  const isEmail = to.includes('@')
  const code = await world.codeFor(to, (isEmail ? emailPurpose : mobilePurpose).resetPassword, client)
  return isEmail
    ? client.resetPasswordByEmail({ email: to, code, password })
    : client.resetPasswordByMobile({ mobile: to, code, password })
}

/** Registers an account with an unproven email, and solves the captcha that this requires. */
export const claimEmail = async (world: World, email = freshEmail()) => {
  const jar = new CookieJar()
  const claim = (client: Client) => client.registerByEmailUnverified({ email, password: goodPassword })
  const { user_id } = dataOf(await world.insist({ jar }, claim))
  return { email, jar, client: world.person({ jar }), userId: user_id }
}

/** Another person, who has an email, requests a mobile, and nobody objects. */
export const takeOver = async (world: World, mobile: string) => {
  const { client } = await world.registerEmail()
  await client.bindMobile({ mobile, code: await mobileCode(world, client, mobile), unbind_exist: 1 })
  return { ok: (await dueAfter(world, hours(48))) === 1 }
}

/** Ends one client’s session from another session of the account. */
export const endElsewhere = async (client: Client, from: Client) => {
  const { sessions } = dataOf(await client.listSessions({}))
  return from.endSession({ session_id: sessions.find(({ is_current }) => is_current)?.session_id ?? '' })
}

/** Signs in to a cancelled account with its password, and returns the ticket to restore it. */
export const restoreTicket = async (world: World, account: string) =>
  ticketIn(await world.person().accountLoginV2({ account, password: goodPassword, need_frozen_user: 1 }))
