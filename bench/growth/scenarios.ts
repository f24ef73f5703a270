import { cookieKeys } from '#account-api/applications/authorisation/browser-key'
import { recordHash } from '#account-api/applications/grants/protocol-store'
import { newToken } from '#account-api/kernel/random'
import { type Person, seededPassword } from '#bench/seed/person'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import { softwarePasskey } from '#tests/fixtures/authenticators/passkey'
import type { Actor } from './actor'

export interface Cast {
  /** An unknown browser. */
  stranger(): Actor
  /** A seeded account, in a browser that it knows and is signed in at. */
  member: Actor
  person: Person
  /** A seeded account with both addresses that was unused for half a year. */
  sleeper: Person
  /** Addresses that no account has. */
  fresh(): { mobile: string; email: string }
}

/** A part of people's activity. Every call in it is measured. */
type Scenario = (cast: Cast) => Promise<void>

const mobileOfPerson = ({ mobile }: Person): string => mobile ?? ''
const emailOfPerson = ({ email }: Person): string => email ?? ''

/** A person with a new account that has both addresses and a password. */
const newcomer = async ({ stranger, fresh }: Pick<Cast, 'stranger' | 'fresh'>) => {
  const [actor, { mobile, email }] = [stranger(), fresh()]
  const sms = await actor.smsCode(mobile, mobilePurpose.register)
  const { code, email_code_key } = await actor.emailCode(email, emailPurpose.register)
  const byEmail = { email, email_code: code, email_code_key }
  await actor.ask('registerByMobileAndEmail', { mobile, ...sms, ...byEmail, password: seededPassword })
  return { actor, mobile }
}

const looks: Scenario = async ({ member, person, stranger }) => {
  await member.ask('accountInfo', { need_overview: 1 })
  await member.ask('checkDefaultInfo', {})
  await member.ask('recommendedName', {})
  await member.ask('listActivity', {})
  await member.ask('listSessions', {})
  await member.ask('bindVerifyInfo', {})
  await member.ask('cancelCheck', {})
  await stranger().insist('isMobileRegistered', { mobile: mobileOfPerson(person) })
  await stranger().insist('isEmailRegistered', { email: emailOfPerson(person) })
}

const signIn: Scenario = async ({ member, person, stranger }) => {
  const [mobile, email] = [mobileOfPerson(person), emailOfPerson(person)]
  const elsewhere = stranger()
  await elsewhere.ask('checkLogin', {})
  await elsewhere.ask('accountLoginV2', { account: person.username, password: seededPassword })
  await member.ask('accountLoginV2', { account: mobile, password: seededPassword })
  await member.ask('smsLogin', { mobile, ...(await member.smsCode(mobile, mobilePurpose.login)) })
  await member.ask('emailCodeLogin', { email, ...(await member.emailCode(email, emailPurpose.login)) })
  await member.ask('checkLogin', {})
  await elsewhere.ask('logout', {})
}

const byQrCode: Scenario = async ({ member, stranger }) => {
  const screen = stranger()
  const shown = await screen.ask('getQrcode', {})
  const token = new URL(shown.qrcode_url).searchParams.get('token') ?? ''
  await member.ask('scanQrcode', { token })
  await member.ask('confirmQrcode', { token, matching_number: shown.matching_number ?? 0 })
  await screen.ask('checkQrconnect', { token: shown.token })
}

/** Uses a new account, because the last proof of a seeded session may be so old that a code is required. */
const byRememberedAccount: Scenario = async (cast) => {
  const { actor } = await newcomer(cast)
  const { device_token } = await actor.ask('rememberAccount', {})
  await actor.ask('quickLogin', { device_token })
  await actor.ask('listRememberedDevices', {})
}

const byPasskey: Scenario = async (cast) => {
  const { actor } = await newcomer(cast)
  const device = softwarePasskey(actor.world.deployment.publicUrl)
  const { options } = await actor.ask('startPasskey', {})
  await actor.ask('addPasskey', { credential: device.create(options) })
  await actor.ask('listPasskeys', {})
  const elsewhere = cast.stranger()
  const started = await elsewhere.ask('startPasskeySignIn', {})
  await elsewhere.ask('passkeySignIn', { credential: device.get(started.options) })
}

const byProvider: Scenario = async (cast) => {
  const { mobile } = await newcomer(cast)
  const [outside, account] = [
    { platform: 'outside', code: mobile },
    { account: mobile, password: seededPassword },
  ]
  const { profile_key } = await cast.stranger().refused('authLogin', outside, 'not_bound')
  await cast.stranger().ask('bindLogin', { profile_key, ...account })
  await cast.stranger().ask('authLogin', outside)
}

/** A sign-in that also needs a code to the second address. */
const confirm: Scenario = async ({ stranger, sleeper }) => {
  const [actor, mobile] = [stranger(), mobileOfPerson(sleeper)]
  const typed = await actor.smsCode(mobile, mobilePurpose.login)
  const { ticket } = await actor.refused('smsLogin', { mobile, ...typed }, 'confirmation_required')
  actor.world.passMinutes(2)
  await actor.ask('sendConfirmationCode', { ticket })
  const code = await actor.world.codeTo(emailOfPerson(sleeper))
  await actor.ask('confirmSignIn', { ticket, way: 'email', code })
}

/** A new username and an export, which both need a code first. */
const proving: Scenario = async ({ member, person }) => {
  const { names } = await member.ask('recommendedName', {})
  const named = { username: names[0] ?? '' }
  const { sms_code_key } = await member.refused('accountSet', named, 'second_verification_required')
  member.world.passMinutes(2)
  await member.ask('sendSecondCode', { sms_code_key, way: 'mobile' })
  const code = await member.world.codeTo(mobileOfPerson(person))
  await member.ask('verifySecond', { sms_code_key, way: 'mobile', code })
  await member.ask('accountSet', named)
  await member.ask('exportData', {})
}

/** A person with only an email requests the mobile of another account. */
const binding: Scenario = async (cast) => {
  const holder = await newcomer(cast)
  const [taker, { email }] = [cast.stranger(), cast.fresh()]
  const typed = await taker.emailCode(email, emailPurpose.register)
  await taker.ask('registerByEmail', { email, ...typed, password: seededPassword })
  const taken = { mobile: holder.mobile, ...(await taker.smsCode(holder.mobile, mobilePurpose.bind)) }
  const { ticket } = await taker.refused('bindMobile', taken, 'held_by_other')
  await taker.refused('switchBind', { mobile: holder.mobile, ticket: ticket ?? '' }, 'takeover_waits')
}

const sessions: Scenario = async ({ member, person, stranger }) => {
  await stranger().ask('accountLoginV2', { account: mobileOfPerson(person), password: seededPassword })
  const { sessions } = await member.ask('listSessions', {})
  await member.ask('endSession', { session_id: sessions.find(({ is_current }) => !is_current)?.session_id ?? '' })
  await member.ask('endOtherSessions', {})
}

const passwords: Scenario = async (cast) => {
  const { actor } = await newcomer(cast)
  await actor.ask('updatePassword', { current_password: seededPassword, password: 'a calm lake at noon' })
}

const cancellation: Scenario = async (cast) => {
  const { actor } = await newcomer(cast)
  const { sms_code_key } = await actor.ask('cancelVerifyWay', {})
  const verified = await actor.ask('verifySecond', { sms_code_key, way: 'password', code: seededPassword })
  await actor.ask('cancelConfirm', { cancel_ticket: verified.verify_ticket })
}

/** Lists of a large organisation are measured by `npm run bench -- --organisation`. */
const organisation: Scenario = async (cast) => {
  const [{ actor }, invitee] = [await newcomer(cast), await newcomer(cast)]
  const { sec_subject_uid } = await actor.ask('createSubject', { subject_name: 'Orchard', base_infos: {} })
  const inSubject = { sec_subject_uid }
  await actor.ask('listSubjects', { page: 1 })
  await actor.ask('subjectInfo', { ...inSubject, need_counts: 1 })
  await actor.ask('inviteByMobile', { ...inSubject, mobile: invitee.mobile })
  await actor.ask('listInvitations', { ...inSubject, page: 1, state: 'pending' })
  const { link } = await actor.ask('inviteByLink', { ...inSubject, places: 2 })
  const invite_ticket = new URL(link).searchParams.get('invite_ticket') ?? ''
  await invitee.actor.ask('myInvitations', {})
  await invitee.actor.ask('checkInvitation', { invite_ticket })
  const { identity_id } = await invitee.actor.ask('acceptInvitation', { invite_ticket })
  const role = { ...inSubject, role_key: 'clerk' }
  await actor.ask('createRole', { ...role, role_name: 'Clerk', permissions: ['member.read'] })
  await actor.ask('assignRole', { ...role, sec_user_identity_ids: [identity_id] })
  await actor.ask('listUserRoles', { ...role, page: 1 })
  await actor.ask('listIdentities', { ...inSubject, page: 1, search: 'b' })
  await actor.ask('listSubjectLog', { ...inSubject, kind: 'organisation_updated' })
  await invitee.actor.ask('leaveSubject', inSubject)
}

/** An account that an organisation creates for a person, who activates it. */
const activation: Scenario = async (cast) => {
  const { actor } = await newcomer(cast)
  const { sec_subject_uid } = await actor.ask('createSubject', { subject_name: 'Orchard', base_infos: {} })
  const { mobile } = cast.fresh()
  await actor.ask('createUserWithRole', { sec_subject_uid, mobile, deputy_name: 'Bo' })
  await actor.ask('listActivations', { sec_subject_uid, page: 1 })
  const owner = cast.stranger()
  const { sms_code_key } = await owner.ask('sendActivationCode', { mobile })
  const typed = { mobile, code: await owner.world.codeTo(mobile), sms_code_key, password: seededPassword }
  const { places } = await owner.refused('activateAccount', typed, 'places_to_choose')
  const sec_user_identity_ids = places.map((place) => place.sec_user_identity_id)
  await owner.ask('activateAccount', { ...typed, sec_user_identity_ids })
}

/** A request of the seeded application, in the browser that asks about it. */
const requestOf = async ({ world: { storage, deployment } }: Actor) => {
  const uid = newToken(128)
  const at = Math.floor(deployment.now() / 1000)
  const params = { client_id: 'seeded', scope: 'openid profile', redirect_uri: 'https://orchard.example/back' }
  const payload = { iat: at, exp: at + 600, returnTo: `${deployment.publicUrl}/oidc/auth/${uid}`, params }
  await storage.protocol.put({ hash: recordHash('Interaction', uid), payload, expiresAt: (at + 600) * 1000 })
  return { request_uid: uid, browser_key: cookieKeys(deployment.secrets).sign(`openauth=${uid}`) }
}

const authorisation: Scenario = async (cast) => {
  const { actor } = await newcomer(cast)
  const names = await requestOf(actor)
  await actor.ask('openAuthInfo', names)
  await actor.ask('openWebAuth', { ...names, scopes: 'openid profile' })
  await actor.ask('listAuthorisations', {})
  await actor.ask('revokeAuthorisation', { client_key: 'seeded', scope: 'profile' })
}

const serviceTickets: Scenario = async (cast) => {
  const { actor } = await newcomer(cast)
  const { deployment, storage } = actor.world
  const [id, service] = ['bench', 'https://bench.example/']
  const kept = { id, name: 'Bench', url: service, logoutUrl: null, attributes: ['username', 'organisations'] as const }
  await storage.services.insert({ ...kept, mayGateway: false, createdAt: deployment.now() })
  const { url } = await actor.ask('issueServiceTicket', { service })
  const ticket = new URL(url).searchParams.get('ticket') ?? ''
  await actor.ask('validateServiceTicket', { service, ticket })
}

/** One call for each kind of query over growing tables, in this order. The person is a member in all of them. */
export const scenarios: Record<string, Scenario> = {
  looks,
  signIn,
  byQrCode,
  byRememberedAccount,
  byPasskey,
  byProvider,
  confirm,
  proving,
  binding,
  sessions,
  passwords,
  cancellation,
  organisation,
  activation,
  authorisation,
  serviceTickets,
}
