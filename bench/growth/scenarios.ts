import { createHash } from 'node:crypto'
import { issueProfile } from '../../account-api/addresses/platforms/platform'
import { awaitingRecoveryOf, sendAgreedLink } from '../../account-api/addresses/recovery-link/agree'
import { askForRecovery } from '../../account-api/addresses/recovery-link/ask'
import { keepLeaving } from '../../account-api/applications/grants/leaving'
import { recordHash } from '../../account-api/applications/grants/protocol-store'
import { keepSignOut } from '../../account-api/applications/grants/sign-out-request'
import { keepBeginning } from '../../account-api/applications/requests/beginning'
import { cookieKeys } from '../../account-api/applications/requests/browser-key'
import { hashUserCode } from '../../account-api/applications/requests/device'
import { newId, newToken } from '../../account-api/kernel/random'
import { emailPurpose, mobilePurpose } from '../../contract/terms/purposes'
import { shownCode } from '../../tests/fixtures/authenticators/app'
import { softwarePasskey } from '../../tests/fixtures/authenticators/passkey'
import { type Person, seededPassword } from '../seed/person'
import type { Actor } from './actor'

/** Who is in a scenario. */
export interface Cast {
  /** A browser that nobody knows. */
  stranger(): Actor
  /** The same at the pages of another application. */
  sibling(): Actor
  /** A seeded account, in a browser that it knows and is signed in at. */
  member: Actor
  person: Person
  /** A seeded account that nobody has used for half a year, with both addresses. */
  sleeper: Person
  /** Addresses that no account has. */
  fresh(): { mobile: string; email: string }
}

/** A part of what people do. Every call in it is measured. */
type Scenario = (cast: Cast) => Promise<void>

const newPassword = 'a calm lake at noon'
/** The smallest GIF: pictures are not decoded here. */
const pixel = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64')

const mobileOfPerson = ({ mobile }: Person): string => mobile ?? ''
const emailOfPerson = ({ email }: Person): string => email ?? ''

/** Somebody with a new account that has both addresses and a password. */
const newcomer = async ({ stranger, fresh }: Pick<Cast, 'stranger' | 'fresh'>) => {
  const [actor, { mobile, email }] = [stranger(), fresh()]
  const sms = await actor.smsCode(mobile, mobilePurpose.register)
  const byEmail = await actor.emailCode(email, emailPurpose.register)
  await actor.ask('registerByMobileAndEmail', {
    mobile,
    email,
    ...sms,
    email_code: byEmail.code,
    email_code_key: byEmail.email_code_key,
    password: seededPassword,
  })
  return { actor, mobile, email }
}

/** Somebody with a new account that has an email and a password. */
const withEmailOnly = async ({ stranger, fresh }: Pick<Cast, 'stranger' | 'fresh'>): Promise<Actor> => {
  const [actor, { email }] = [stranger(), fresh()]
  const typed = await actor.emailCode(email, emailPurpose.register)
  await actor.ask('registerByEmail', { email, ...typed, password: seededPassword })
  return actor
}

const signIn: Scenario = async ({ member, person, stranger, fresh }) => {
  const [mobile, email] = [mobileOfPerson(person), emailOfPerson(person)]
  const elsewhere = stranger()
  await elsewhere.ask('checkLogin', {})
  await elsewhere.ask('listCodeChannels', {})
  await elsewhere.ask('accountLoginV2', { account: person.username, password: seededPassword })
  await elsewhere.ask('passwordLogin', { mobile, password: seededPassword })
  await member.ask('accountLoginV2', { account: mobile, password: seededPassword })
  await member.ask('emailLogin', { email, password: seededPassword })
  await member.ask('smsLogin', { mobile, ...(await member.smsCode(mobile, mobilePurpose.login)) })
  await member.ask('smsLoginOnly', { mobile, ...(await member.smsCode(mobile, mobilePurpose.loginOnly)) })
  await member.ask('emailCodeLogin', { email, ...(await member.emailCode(email, emailPurpose.login)) })
  await member.ask('checkLogin', {})
  await elsewhere.ask('logout', {})
  const [next, { mobile: unknown }] = [stranger(), fresh()]
  const typed = await next.smsCode(unknown, mobilePurpose.loginOnly)
  const { ticket } = await next.refused('smsLoginOnly', { mobile: unknown, ...typed }, 'not_registered')
  await next.ask('smsLoginContinue', { ticket })
  const again = stranger()
  const proven = { email, ...(await again.emailCode(email, emailPurpose.register)), password: seededPassword }
  const taken = await again.refused('registerByEmail', proven, 'already_registered')
  await again.ask('emailLoginContinue', { ticket: taken.ticket ?? '' })
}

const byQrCode: Scenario = async ({ member, stranger }) => {
  const screen = stranger()
  const shown = await screen.ask('getQrcode', {})
  const token = new URL(shown.qrcode_url).searchParams.get('token') ?? ''
  await screen.ask('checkQrconnect', { token: shown.token, look: 1 })
  await member.ask('toScanQrcode', { token: shown.letters ?? '' })
  await member.ask('scanQrcode', { token })
  await member.ask('confirmQrcode', { token, matching_number: shown.matching_number ?? 0 })
  await screen.ask('checkQrconnect', { token: shown.token })
}

/** By a new account: the last proof of a seeded session may be so old that a code is asked for. */
const byRememberedAccount: Scenario = async (cast) => {
  const { actor } = await newcomer(cast)
  const { device_token } = await actor.ask('rememberAccount', {})
  const { remembered } = await actor.ask('quickLogin', { device_token })
  const { devices } = await actor.ask('listRememberedDevices', {})
  await actor.ask('nameRememberedDevice', { device_id: devices[0]?.device_id ?? '', name: 'My phone' })
  await actor.ask('endRememberedDevice', { device_id: devices[0]?.device_id ?? '' })
  await actor.ask('forgetAccount', { device_token: remembered.device_token })
}

/** An authenticator app: added, asked for at a sign-in, used to prove a person, reported lost, and removed. */
const byAuthenticator: Scenario = async (cast) => {
  const { actor, mobile } = await newcomer(cast)
  const { world } = actor
  const { ticket, secret } = await actor.ask('startAuthenticator', {})
  await actor.ask('addAuthenticator', { ticket, authenticator_code: shownCode(secret, world.setting.now()) })
  const { recovery_codes } = await actor.ask('makeRecoveryCodes', {})
  await actor.ask('askAuthenticator', { at_sign_in: 1 })
  await actor.ask('authenticatorInfo', {})
  const elsewhere = cast.stranger()
  const { authenticator_ticket: waiting = '' } = await elsewhere.ask('accountLoginV2', {
    account: mobile,
    password: seededPassword,
  })
  await elsewhere.ask('reportLostAuthenticator', { ticket: waiting })
  await elsewhere.ask('completeSignIn', { ticket: waiting, authenticator_code: recovery_codes[0] ?? '' })
  await elsewhere.ask('removeAuthenticator', {})
}

/** A passkey: added, named, used to prove a person and to sign in, and removed. */
const byPasskey: Scenario = async (cast) => {
  const { actor } = await newcomer(cast)
  const { world } = actor
  const device = softwarePasskey(world.setting.publicUrl)
  const { options } = await actor.ask('startPasskey', {})
  const { passkey_id } = await actor.ask('addPasskey', { credential: device.create(options) })
  await actor.ask('renamePasskey', { passkey_id, label: 'Phone' })
  await actor.ask('listPasskeys', {})
  const { sms_code_key } = await actor.ask('cancelVerifyWay', {})
  const second = await actor.ask('startSecondPasskey', { sms_code_key })
  await actor.ask('verifySecondByPasskey', { sms_code_key, credential: device.get(second.options) })
  const elsewhere = cast.stranger()
  const started = await elsewhere.ask('startPasskeySignIn', {})
  await elsewhere.ask('passkeySignIn', { credential: device.get(started.options) })
  await actor.ask('removePasskey', { passkey_id })
}

/** A recovery address: added with a code, looked at, and removed. */
const byRecoveryEmail: Scenario = async (cast) => {
  const { actor } = await newcomer(cast)
  const { email } = cast.fresh()
  const { email_code_key } = await actor.ask('sendRecoveryEmailCode', { email })
  await actor.ask('setRecoveryEmail', { email, email_code_key, code: await actor.world.codeTo(email) })
  await actor.ask('recoveryEmailInfo', {})
  await actor.ask('removeRecoveryEmail', {})
}

const byMoveCode: Scenario = async ({ stranger, fresh }) => {
  const giver = await newcomer({ stranger, fresh })
  const taker = await withEmailOnly({ stranger, fresh })
  const shown = await taker.ask('getChangeBindQrcode', {})
  const token = new URL(shown.qrcode_url).searchParams.get('token') ?? ''
  await giver.actor.ask('toScanChangeBindQrcode', { token: shown.letters ?? '' })
  await giver.actor.ask('scanChangeBindQrcode', { token })
  const matching_number = shown.matching_number ?? 0
  await giver.actor.ask('confirmChangeBindQrcode', { token, platform: 'mobile', matching_number })
  await taker.ask('checkChangeBindQrcode', { token: shown.token, look: 1 })
  await taker.ask('checkChangeBindQrcode', { token: shown.token })
}

const confirm: Scenario = async ({ stranger, sleeper }) => {
  const [actor, mobile] = [stranger(), mobileOfPerson(sleeper)]
  const typed = await actor.smsCode(mobile, mobilePurpose.login)
  const { ticket } = await actor.refused('smsLogin', { mobile, ...typed }, 'confirmation_required')
  actor.world.passMinutes(2)
  await actor.ask('sendConfirmationCode', { ticket })
  const code = await actor.world.codeTo(emailOfPerson(sleeper))
  await actor.ask('confirmSignIn', { ticket, way: 'email', code })
}

const register: Scenario = async (cast) => {
  const { stranger, fresh } = cast
  const password = seededPassword
  await newcomer(cast)
  const [one, two, three, last] = [fresh(), fresh(), fresh(), fresh()]
  const actor = stranger()
  await actor.ask('registerByMobile', {
    mobile: one.mobile,
    ...(await actor.smsCode(one.mobile, mobilePurpose.register)),
    password,
  })
  await withEmailOnly(cast)
  const third = stranger()
  await third.ask('registerUserOnlyByMobile', {
    mobile: two.mobile,
    ...(await third.smsCode(two.mobile, mobilePurpose.register)),
    password,
  })
  await third.ask('registerUserOnlyByEmail', {
    email: three.email,
    ...(await third.emailCode(three.email, emailPurpose.register)),
    password,
  })
  await stranger().insist('registerByEmailUnverified', { email: last.email, password })
}

const looks: Scenario = async ({ member, person, stranger }) => {
  await member.ask('accountInfo', { need_overview: 1 })
  await member.ask('checkDefaultInfo', {})
  await member.ask('recommendedName', {})
  await member.ask('remainingUpdateTimes', {})
  await member.ask('listActivity', {})
  await member.ask('listSessions', {})
  await member.ask('bindVerifyInfo', {})
  await member.ask('hasSetPassword', {})
  await member.ask('hasSetPasswordGet', {})
  await member.ask('cancelCheck', {})
  const { handle } = await member.ask('keepReturnAddress', { address: `/settings?from=${'x'.repeat(500)}` })
  await member.ask('returnAddress', { handle })
  await member.ask('defaultAvatars', { aid: 'butterfly' })
  await member.ask('defaultBackgrounds', { aid: 'butterfly' })
  await stranger().insist('isMobileRegistered', { mobile: mobileOfPerson(person) })
  await stranger().insist('isEmailRegistered', { email: emailOfPerson(person) })
}

const profile: Scenario = async ({ member, person }) => {
  await member.ask('accountSet', { birthday: '1990-01-02', language: 'en' })
  await member.ask('updateUserInfo', { field_namespace: 'preference', field: 'time_zone', value: 'Asia/Tokyo' })
  const { key } = await member.ask('uploadAvatar', { pic: pixel })
  await member.ask('uploadPicture', { pic: pixel })
  await member.ask('image', { key })
  const { names } = await member.ask('recommendedName', {})
  const named = { username: names[0] ?? '' }
  const { sms_code_key } = await member.refused('accountSet', named, 'second_verification_required')
  await proveByMobile(member, { mobile: mobileOfPerson(person), sms_code_key })
  await member.ask('accountSet', named)
}

/** Passes the second verification that a call has asked for. */
const proveByMobile = async (actor: Actor, { mobile, sms_code_key }: { mobile: string; sms_code_key: string }) => {
  actor.world.passMinutes(2)
  await actor.ask('sendSecondCode', { sms_code_key, way: 'mobile' })
  await actor.ask('verifySecond', { sms_code_key, way: 'mobile', code: await actor.world.codeTo(mobile) })
}

const codes: Scenario = async ({ member, person, stranger }) => {
  const [mobile, email] = [mobileOfPerson(person), emailOfPerson(person)]
  const actor = stranger()
  const sms = { mobile, type: mobilePurpose.notSignedIn }
  const typed = await actor.smsCode(mobile, sms.type)
  await actor.ask('checkCode', { ...sms, ...typed })
  await actor.ask('validateCode', { ...sms, ...typed })
  const mail = { email, type: emailPurpose.notSignedIn }
  const mailed = await actor.emailCode(email, mail.type)
  await actor.ask('checkEmailCode', { ...mail, ...mailed })
  await actor.ask('validateEmailCode', { ...mail, ...mailed })
  const type = mobilePurpose.verifyOld
  await member.ask('verifyMobile', { type, ...(await member.smsCode(mobile, type)) })
  const emailType = emailPurpose.verifyOld
  await member.ask('verifyEmail', { type: emailType, ...(await member.emailCode(email, emailType)) })
}

const proving: Scenario = async ({ member, person }) => {
  const { sms_code_key } = await member.refused('exportData', {}, 'second_verification_required')
  await member.ask('secondVerificationWays', { sms_code_key })
  await proveByMobile(member, { mobile: mobileOfPerson(person), sms_code_key })
  await member.ask('exportData', {})
  Object.assign(member.world.setting, { terms: { version: '2027-01', countsFrom: undefined } })
  await member.ask('acceptTerms', { terms_version: '2027-01' })
}

const binding: Scenario = async ({ member, person, fresh, stranger }) => {
  const [mobile, email, next] = [mobileOfPerson(person), emailOfPerson(person), fresh()]
  const byMobile = await member.ask('verifyMobile', {
    type: mobilePurpose.verifyOld,
    ...(await member.smsCode(mobile, mobilePurpose.verifyOld)),
  })
  const ticket = byMobile.verify_ticket
  const sms = await member.smsCode(next.mobile, mobilePurpose.changeToNew, { ticket })
  await member.ask('rebindMobile', { ticket, mobile: next.mobile, ...sms, wait: 1 })
  await member.ask('stopPendingChange', { platform: 'mobile' })
  const byEmail = await member.ask('verifyEmail', {
    type: emailPurpose.verifyOld,
    ...(await member.emailCode(email, emailPurpose.verifyOld)),
  })
  const mailTicket = byEmail.verify_ticket
  const mail = await member.emailCode(next.email, emailPurpose.changeToNew, { ticket: mailTicket })
  await member.ask('rebindEmail', { ticket: mailTicket, email: next.email, ...mail, wait: 1 })
  await member.ask('stopPendingChange', { platform: 'email' })

  const { setting, storage } = member.world
  const openid = `bench ${next.mobile}`
  const profileKey = await issueProfile(setting, storage, { platform: 'bench', openid, name: 'Bench' })
  const other = await newcomer({ stranger, fresh })
  await other.actor.ask('oauthProfile', { profile_key: profileKey })
  await other.actor.ask('bindAuth', { platform: 'bench', profile_key: profileKey })
  await other.actor.ask('unbindPlatform', { platform: 'bench', wait: 1 })

  // A mobile of one account moves to another, which has only an email.
  const holder = await newcomer({ stranger, fresh })
  const taker = await withEmailOnly({ stranger, fresh })
  const taken = await taker.smsCode(holder.mobile, mobilePurpose.bind)
  const held = await taker.refused('bindMobile', { mobile: holder.mobile, ...taken }, 'held_by_other')
  await taker.ask('switchBind', { mobile: holder.mobile, ticket: held.ticket ?? '' })
  const [mailOnly, spare] = [await withEmailOnly({ stranger, fresh }), fresh()]
  await mailOnly.ask('bindMobile', {
    mobile: spare.mobile,
    ...(await mailOnly.smsCode(spare.mobile, mobilePurpose.bind)),
  })
  const [phoneOnly, third] = [stranger(), fresh()]
  await phoneOnly.ask('registerByMobile', {
    mobile: third.mobile,
    ...(await phoneOnly.smsCode(third.mobile, mobilePurpose.register)),
  })
  const mailed = await phoneOnly.emailCode(third.email, emailPurpose.bind)
  await phoneOnly.ask('bindEmail', { email: third.email, ...mailed })
  await phoneOnly.ask('setPassword', { password: newPassword })
}

const passwords: Scenario = async (cast) => {
  const { actor, mobile, email } = await newcomer(cast)
  await actor.ask('updatePassword', { current_password: seededPassword, password: newPassword })
  const { verify_ticket } = await actor.ask('verifyEmail', {
    type: emailPurpose.modifyPassword,
    ...(await actor.emailCode(email, emailPurpose.modifyPassword)),
  })
  await actor.ask('changePassword', { verify_ticket, password: seededPassword })
  const helped = cast.stranger()
  await helped.ask('resetPasswordByMobile', {
    mobile,
    ...(await helped.smsCode(mobile, mobilePurpose.resetPassword)),
    password: newPassword,
  })
  await helped.ask('resetPasswordByEmail', {
    email,
    ...(await helped.emailCode(email, emailPurpose.resetPassword)),
    password: seededPassword,
  })
  const type = emailPurpose.resetPassword
  const typed = await helped.emailCode(email, type)
  const [message] = await helped.world.storage.outbox.newest(email, 1)
  await helped.ask('resetTicketCheck', { ticket: new URL(message?.link ?? '').searchParams.get('ticket') ?? '' })
  const { ticket } = await helped.ask('validateEmailCode', { email, type, ...typed })
  await helped.ask('resetPasswordByTicket', { ticket, password: newPassword })
}

/** The link that an operator sends to a person without any way in. */
const recoveryByOperator: Scenario = async (cast) => {
  const { actor, mobile } = await newcomer(cast)
  const { world } = actor
  const { user_id: accountId } = await actor.ask('accountInfo', {})
  const to = `recovered-${mobile.slice(1)}@example.com`
  const reason = 'seen'
  await askForRecovery(world.service, { accountId, to, reason, firstOperator: '{}' })
  await world.storage.transaction(async (stores) => {
    const recovery = await awaitingRecoveryOf(world.setting, stores, accountId)
    if (recovery) await sendAgreedLink(world.setting, stores, { recovery, to, reason })
  })
  const [told] = await world.storage.outbox.newest(to, 1)
  const ticket = new URL(told?.link ?? '').searchParams.get('ticket') ?? ''
  await actor.ask('recoverAccountCheck', { ticket })
  await actor.ask('recoverAccount', { ticket, password: newPassword })
}

const sessions: Scenario = async ({ member, person, stranger }) => {
  const elsewhere = stranger()
  await elsewhere.ask('accountLoginV2', { account: mobileOfPerson(person), password: seededPassword })
  const { sessions } = await member.ask('listSessions', {})
  const session_id = sessions.find(({ is_current }) => !is_current)?.session_id ?? ''
  await member.ask('nameSession', { session_id, name: 'My phone' })
  await member.ask('endSession', { session_id })
  await member.ask('endOtherSessions', {})
}

const recovery: Scenario = async (cast) => {
  const { actor, mobile, email } = await newcomer(cast)
  const lost = cast.stranger()
  const { ticket } = await lost.ask('verifyPassword', { account: mobile, password: seededPassword })
  await lost.ask('unusableMobileCheck', { ticket })
  await lost.ask('unbindUnusableMobile', { ticket })
  await actor.ask('stopPendingChange', { platform: 'mobile' })
  await actor.ask('updatePassword', { current_password: seededPassword, password: newPassword })
  const [told] = await actor.world.storage.outbox.newest(email, 1)
  const notMe = new URL(told?.link ?? '').searchParams.get('ticket') ?? ''
  await lost.ask('secureAccountCheck', { ticket: notMe })
  await lost.ask('secureAccount', { ticket: notMe })
}

const cancellation: Scenario = async (cast) => {
  const { actor, mobile } = await newcomer(cast)
  const { sms_code_key } = await actor.ask('cancelVerifyWay', {})
  await actor.ask('cancelCheck', {})
  const verified = await actor.ask('verifySecond', { sms_code_key, way: 'password', code: seededPassword })
  await actor.ask('cancelConfirm', { cancel_ticket: verified.verify_ticket })
  const typed = { account: mobile, password: seededPassword, need_frozen_user: 1 } as const
  const { ticket = '' } = await cast.stranger().refused('accountLoginV2', typed, 'account_cancelled')
  await cast.stranger().ask('undoCancellation', { ticket })
}

const organisation: Scenario = async (cast) => {
  const { actor } = await newcomer(cast)
  const { sec_subject_uid, identity_id } = await actor.ask('createSubject', { subject_name: 'Orchard', base_infos: {} })
  await actor.ask('listSubjects', { page: 1 })
  await actor.ask('subjectInfo', { sec_subject_uid, need_counts: 1 })
  await actor.ask('updateSubject', { sec_subject_uid, base_infos: { region: 'CN' } })
  await actor.ask('listResources', { sec_subject_uid })
  await actor.ask('ownPermissions', { sec_subject_uid })
  await actor.ask('listSubjectLog', { sec_subject_uid, kind: 'organisation_updated' })
  await roles(actor, { sec_subject_uid, identity_id })
}

const roles = async (
  actor: Actor,
  { sec_subject_uid, identity_id }: { sec_subject_uid: string; identity_id: string },
): Promise<void> => {
  const role = { sec_subject_uid, role_key: 'clerk' }
  await actor.ask('createRole', { ...role, role_name: 'Clerk', permissions: ['member.read'] })
  await actor.ask('updateRole', { ...role, permissions: ['member.read', 'log.read'] })
  await actor.ask('assignRole', { ...role, sec_user_identity_ids: [identity_id] })
  await actor.ask('listRoles', { sec_subject_uid })
  await actor.ask('listUserRoles', { ...role, page: 1 })
  await actor.ask('removeRole', { ...role, sec_user_identity_ids: [identity_id] })
  await actor.ask('banRole', { ...role, is_banned: 1 })
}

const activation: Scenario = async (cast) => {
  const { actor } = await newcomer(cast)
  const { sec_subject_uid } = await actor.ask('createSubject', { subject_name: 'Orchard', base_infos: {} })
  const { mobile, email } = cast.fresh()
  await actor.ask('createUserWithRole', { sec_subject_uid, mobile, deputy_name: 'Bo' })
  const other = await actor.ask('createUserWithRole', { sec_subject_uid, email, deputy_name: 'Cy' })
  await actor.ask('listActivations', { sec_subject_uid, page: 1 })
  const { sec_user_identity_id } = other
  await actor.ask('renewActivation', { sec_subject_uid, sec_user_identity_id })
  await actor.ask('sendActivationLink', { sec_subject_uid, sec_user_identity_id })
  await actor.ask('cancelActivation', { sec_subject_uid, sec_user_identity_id })
  const owner = cast.stranger()
  await owner.ask('sendActivationCodeV2', { email })
  const { sms_code_key } = await owner.ask('sendActivationCode', { mobile })
  const code = await owner.world.codeTo(mobile)
  const typed = { mobile, code, sms_code_key, password: newPassword }
  const { places } = await owner.refused('activateAccount', typed, 'places_to_choose')
  const sec_user_identity_ids = places.map((place) => place.sec_user_identity_id)
  await owner.ask('activateAccount', { ...typed, sec_user_identity_ids })
}

const actingInSubjects: Scenario = async (cast) => {
  const { stranger, fresh } = cast
  const subject = { subject_name: 'Orchard', base_infos: {} }
  const [actor, other] = [stranger(), stranger()]
  const [{ mobile }, { email }] = [fresh(), fresh()]
  const byMobile = { mobile, ...(await actor.smsCode(mobile, mobilePurpose.register)) }
  const { subject_uid, identity_id } = await actor.ask('createSubjectByMobile', { ...byMobile, ...subject })
  const byEmail = { email, ...(await other.emailCode(email, emailPurpose.register)), password: seededPassword }
  await other.ask('createSubjectByEmail', { ...byEmail, ...subject })
  const username = `ann.${email.replace(/[^a-z]/g, '').slice(0, 8)}${mobile.slice(-6)}`
  await stranger().insist('createSubjectByUsername', { username, password: seededPassword, ...subject })
  await actor.ask('subjectLoginList', {})
  await actor.ask('subjectLogin', { subject_uid, identity_id })
  const next = await actor.ask('createSubject', { subject_name: 'Meadow', base_infos: {} })
  await actor.ask('switchMember', { to_sec_member_id: next.identity_id, login_subject_uid: subject_uid })
}

const invitations: Scenario = async (cast) => {
  const { actor } = await newcomer(cast)
  const invitee = await newcomer(cast)
  const { sec_subject_uid } = await actor.ask('createSubject', { subject_name: 'Orchard', base_infos: {} })
  const inSubject = { sec_subject_uid }
  const { invite_id } = await actor.ask('inviteByMobile', { ...inSubject, mobile: invitee.mobile })
  await actor.ask('inviteByEmail', { ...inSubject, email: cast.fresh().email })
  await actor.ask('inviteByWorkplace', { ...inSubject, workplace_id: `w-${cast.fresh().email.split('@')[0]}` })
  await actor.ask('listInvitationChannels', inSubject)
  await actor.ask('listInvitations', { ...inSubject, page: 1, state: 'pending' })
  await actor.ask('invitationInfo', { ...inSubject, invite_id })
  await actor.ask('updateInvitation', { ...inSubject, invite_id, note: 'See you on Monday' })
  await actor.ask('resendInvitation', { ...inSubject, invite_id })
  await actor.ask('cancelInvitation', { ...inSubject, invite_id })
  const again = await actor.ask('inviteByMobile', { ...inSubject, mobile: invitee.mobile })
  await invitee.actor.ask('myInvitations', {})
  await invitee.actor.ask('declineInvitation', { invite_id: again.invite_id })
  const list = `${cast.fresh().email}\n${cast.fresh().mobile}`
  const { batch_id } = await actor.ask('createInvitationBatch', { ...inSubject, list, format: 'lines' })
  await actor.ask('sendInvitationBatch', { ...inSubject, batch_id })
  await actor.ask('invitationBatch', { ...inSubject, batch_id, page: 1 })
  await actor.ask('listInvitationBatches', { ...inSubject, page: 1 })
  const { link } = await actor.ask('inviteByLink', { ...inSubject, places: 2 })
  const invite_ticket = new URL(link).searchParams.get('invite_ticket') ?? ''
  await invitee.actor.ask('checkInvitation', { invite_ticket })
  await invitee.actor.ask('acceptInvitation', { invite_ticket })
}

const members: Scenario = async (cast) => {
  const { actor, mobile } = await newcomer(cast)
  const created = await actor.ask('createSubject', { subject_name: 'Orchard', base_infos: {} })
  const { sec_subject_uid, identity_id } = created
  // Two factors were proven just now.
  await actor.ask('updateSignInRules', { sec_subject_uid, proof_minutes: 480 })
  await actor.ask('signInRules', { sec_subject_uid })
  const { link } = await actor.ask('inviteByLink', { sec_subject_uid, places: 3 })
  const invite_ticket = new URL(link).searchParams.get('invite_ticket') ?? ''
  const join = async () => {
    const { actor: other } = await newcomer(cast)
    return { other, ...(await other.ask('acceptInvitation', { invite_ticket })) }
  }
  const [bo, cy, di] = [await join(), await join(), await join()]
  await actor.ask('listIdentities', { sec_subject_uid, page: 1, search: 'b' })
  await actor.ask('listDeputies', { sec_subject_uid, page: 1 })
  await actor.ask('memberInfo', { sec_subject_uid, identity_id })
  await actor.ask('updateDeputy', { sec_subject_uid, identity_id: bo.identity_id, deputy_name: 'Bea' })
  // Minutes have passed since the sign-in, and the acts below take a fresh proof.
  await actor.ask('accountLoginV2', { account: mobile, password: seededPassword })
  await actor.ask('freezeDeputy', { sec_subject_uid, identity_id: bo.identity_id, is_frozen: 1 })
  await actor.ask('deleteDeputy', { sec_subject_uid, identity_id: bo.identity_id })
  await actor.ask('uploadSubjectLogo', { sec_subject_uid, pic: pixel })
  await actor.ask('removeSubjectLogo', { sec_subject_uid })
  const sec_user_identity_ids = [cy.identity_id]
  await actor.ask('freezeMembers', { sec_subject_uid, sec_user_identity_ids, is_frozen: 1 })
  await actor.ask('removeMembers', { sec_subject_uid, sec_user_identity_ids })
  await di.other.ask('leaveSubject', { sec_subject_uid })
}

const mailDomains: Scenario = async (cast) => {
  const { actor } = await newcomer(cast)
  const { sec_subject_uid } = await actor.ask('createSubject', { subject_name: 'Orchard', base_infos: {} })
  const { email } = cast.fresh()
  const domain = `${email.slice(0, email.indexOf('@'))}.example`
  const named = { sec_subject_uid, domain }
  const added = await actor.ask('addDomain', named)
  // Nothing of the DNS is measured.
  actor.world.setting.lookUpTexts = async () => [added.domain.record_value]
  await actor.ask('checkDomain', named)
  await actor.ask('updateDomain', { ...named, joining: 'join', role_key: 'administrator' })
  await actor.ask('listDomains', { sec_subject_uid })
  const pupil = cast.stranger()
  const typed = await pupil.emailCode(`ann@${domain}`, emailPurpose.register)
  await pupil.ask('registerByEmail', { email: `ann@${domain}`, ...typed, password: seededPassword })
  await pupil.ask('joinableSubjects', {})
  await pupil.ask('joinSubject', { sec_subject_uid })
  await actor.ask('updateDomain', { ...named, joining: 'invited' })
  const requested = async (name: string) => {
    const asking = cast.stranger()
    const email = `${name}@${domain}`
    const own = await asking.emailCode(email, emailPurpose.register)
    await asking.ask('registerByEmail', { email, ...own, password: seededPassword })
    await asking.ask('askToJoin', { sec_subject_uid })
    await asking.ask('withdrawJoinRequest', { sec_subject_uid })
    await asking.ask('askToJoin', { sec_subject_uid })
    const { requests } = await actor.ask('listJoinRequests', { sec_subject_uid, page: 1 })
    const request = { sec_subject_uid, request_id: requests[0]?.request_id ?? '' }
    await actor.ask('joinRequestInfo', request)
    return request
  }
  await actor.ask('declineJoinRequest', await requested('bo'))
  await actor.ask('acceptJoinRequest', await requested('cy'))
  await actor.ask('removeDomain', named)
}

const clientsOfOrganisations: Scenario = async (cast) => {
  const { actor } = await newcomer(cast)
  const { sec_subject_uid } = await actor.ask('createSubject', { subject_name: 'Orchard', base_infos: {} })
  const facts = { name: 'Ledger', redirect_uris: ['https://ledger.example/back'], scopes: ['profile' as const] }
  const { client } = await actor.ask('registerClient', { sec_subject_uid, ...facts })
  const named = { sec_subject_uid, client_key: client.client_key }
  await actor.ask('listSubjectClients', { sec_subject_uid })
  await actor.ask('subjectClientInfo', named)
  await actor.ask('updateClient', { ...named, name: 'Ledger two' })
  await actor.ask('uploadClientIcon', { ...named, pic: pixel })
  await actor.ask('removeClientIcon', named)
  await actor.ask('rotateClientSecret', { ...named, secret_id: client.secret_id ?? '' })
  await actor.ask('endClientSecret', named)
  await actor.ask('disableClient', { ...named, is_disabled: 1 })
  await actor.ask('removeClient', named)
}

const handingOver: Scenario = async (cast) => {
  const [old, next] = [await newcomer(cast), await newcomer(cast)]
  const { world } = old.actor
  const subject = { subject_name: 'Orchard', base_infos: {} }
  const { sec_subject_uid, subject_uid: organisationId } = await old.actor.ask('createSubject', subject)
  const { user_id: accountId } = await next.actor.ask('accountInfo', {})
  const [identity_id, at] = [newToken(128), world.setting.now()]
  const place = {
    organisationId,
    accountId,
    name: 'Bo',
    address: null,
    sortKey: 'bo',
    joinedAt: at,
    userPublicId: newToken(128),
  }
  await world.storage.identities.insert({ ...place, id: newId(at), publicId: identity_id })
  const inSubject = { sec_subject_uid }
  const start = async () => {
    world.passMinutes(2)
    await old.actor.ask('orgSendCode', { ...inSubject, type: mobilePurpose.verifyOld })
    const code = await world.codeTo(old.mobile)
    const { ticket } = await old.actor.ask('verifyOldManager', { ...inSubject, code })
    const { transfer_id } = await old.actor.ask('startTransfer', { ...inSubject, identity_id, ticket })
    return { ...inSubject, transfer_id }
  }
  await old.actor.ask('withdrawTransfer', await start())
  await next.actor.ask('declineTransfer', await start())
  const named = await start()
  await next.actor.ask('transferInfo', inSubject)
  await next.actor.ask('orgSendEmailCode', { ...inSubject, type: emailPurpose.newManager })
  const code = await world.codeTo(next.email)
  const { ticket } = await next.actor.ask('verifyNewManager', { ...named, code, way: 'email' })
  await next.actor.ask('transferManager', { ...named, ticket })
  await next.actor.ask('freezeSubject', { ...inSubject, is_frozen: 1 })
  await next.actor.ask('closeSubject', inSubject)
  await next.actor.ask('reopenSubject', inSubject)
}

const services: Scenario = async (cast) => {
  const { actor } = await newcomer(cast)
  const { setting, storage } = actor.world
  const [id, service] = ['bench', 'https://bench.example/']
  const kept = { id, name: 'Bench', url: service, logoutUrl: null, attributes: ['username', 'organisations'] as const }
  await storage.services.insert({ ...kept, mayGateway: false, createdAt: setting.now() })
  await actor.ask('registeredService', { service })
  const { url } = await actor.ask('issueServiceTicket', { service })
  const ticket = new URL(url).searchParams.get('ticket') ?? ''
  await actor.ask('validateServiceTicket', { service, ticket })
}

const sites: Scenario = async (cast) => {
  const { actor } = await newcomer(cast)
  const { setting, storage } = actor.world
  const [site, verifier] = ['https://wiki.bench.example', 'v'.repeat(43)]
  const kept = { id: 'wiki', name: 'Wiki', origin: site, people: [], facts: ['name', 'email'] as const }
  await storage.sites.insert({ ...kept, createdAt: setting.now() })
  await actor.ask('protectedSite', { site })
  const { url } = await actor.ask('issueSiteTicket', { site, challenge: challengeOf(verifier), to: '/' })
  const ticket = new URL(url).searchParams.get('ticket') ?? ''
  const { token } = await actor.ask('redeemSiteTicket', { site, ticket, verifier })
  await actor.ask('siteVisitor', { site, token })
}

/** An operator, who proves an authenticator, enters the desk and leaves it. */
const desk: Scenario = async (cast) => {
  const { actor, mobile } = await newcomer(cast)
  const { setting, storage } = actor.world
  const { ticket: enrolment, secret } = await actor.ask('startAuthenticator', {})
  const authenticator_code = shownCode(secret, setting.now())
  const { recovery_codes } = await actor.ask('addAuthenticator', { ticket: enrolment, authenticator_code })
  const { id: accountId = '' } = (await storage.accounts.holderOf('mobile', mobile)) ?? {}
  const role = { accountId, scopes: ['support'] as const, addedAt: setting.now(), addedBy: 'bench', line: accountId }
  await storage.operators.insert(role)
  const verifier = 'v'.repeat(43)
  const asked = { challenge: challengeOf(verifier) }
  const { sms_code_key } = await actor.refused('issueDeskTicket', asked, 'second_verification_required')
  await actor.ask('verifySecond', { sms_code_key, way: 'authenticator', code: recovery_codes[0] ?? '' })
  const { ticket } = await actor.ask('issueDeskTicket', asked)
  const { token } = await cast.stranger().ask('redeemDeskTicket', { ticket, verifier })
  await cast.stranger().ask('leaveDesk', { token })
}

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

const hostApp: Scenario = async (cast) => {
  const [{ actor }, app] = [await newcomer(cast), cast.stranger()]
  const scheme = 'com.example.app'
  const code_verifier = 'v'.repeat(43)
  const code_challenge = challengeOf(code_verifier)
  await actor.ask('hostAppLinks', { scheme })
  const { url } = await actor.ask('issueAppCode', { scheme, code_challenge, state: 'bench' })
  await app.ask('exchangeAppCode', { scheme, code_verifier, code: new URL(url).searchParams.get('code') ?? '' })
}

const sharing: Scenario = async (cast) => {
  const [{ actor }, sibling] = [await newcomer(cast), cast.sibling()]
  const { applications } = await actor.ask('siblingApplications', {})
  const { share_ticket } = await actor.ask('shareTicket', { to_aid: applications[0]?.aid ?? '' })
  await sibling.ask('checkShareTicket', { share_ticket })
  await sibling.ask('shareLogin', { share_ticket })
}

const openByQrCode = async ({ member, stranger }: Cast, names: { request_uid: string; browser_key: string }) => {
  const screen = stranger()
  const shown = await screen.ask('openQrGet', names)
  const token = new URL(shown.qrcode_url).searchParams.get('token') ?? ''
  await screen.ask('openQrCheck', { token: shown.token, ...names, look: 1 })
  await member.ask('openQrToScan', { token: shown.letters ?? '' })
  await member.ask('openQrScan', { token })
  await member.ask('openQrConfirm', { token, matching_number: shown.matching_number ?? 0 })
  await screen.ask('openQrCheck', { token: shown.token, ...names })
}

/** A request of the seeded application, in the browser that asks about it. */
const requestOf = async ({ world: { storage, setting } }: Actor) => {
  const uid = newToken(128)
  const at = Math.floor(setting.now() / 1000)
  const params = { client_id: 'seeded', scope: 'openid profile', redirect_uri: 'https://orchard.example/back' }
  const payload = { iat: at, exp: at + 600, returnTo: `${setting.publicUrl}/oidc/auth/${uid}`, params }
  await storage.protocol.put({ hash: recordHash('Interaction', uid), payload, expiresAt: (at + 600) * 1000 })
  return { request_uid: uid, browser_key: cookieKeys(setting.secrets).sign(`openauth=${uid}`) }
}

const openAuthorisation: Scenario = async (cast) => {
  const { actor } = await newcomer(cast)
  const names = await requestOf(actor)
  await actor.ask('openAuthInfo', names)
  await openByQrCode(cast, names)
  await actor.ask('openWebAuth', { ...names, scopes: 'openid profile' })
  await actor.ask('listAuthorisations', {})
  await actor.ask('revokeAuthorisation', { client_key: 'seeded', scope: 'profile' })
}

const onDevices: Scenario = async (cast) => {
  const { actor, mobile } = await newcomer(cast)
  const { storage, setting } = actor.world
  const expiresAt = setting.now() + 600_000
  const payload = { clientId: 'seeded', params: { client_id: 'seeded', scope: 'openid profile' } }
  for (const [user_code, deny] of [
    ['BCDFGHJK', 0],
    ['BCDFGHJL', 1],
  ] as const) {
    const hash = recordHash('DeviceCode', mobile + user_code)
    await storage.protocol.put({ hash, payload, expiresAt, userCodeHash: hashUserCode(setting, user_code) })
    await actor.ask('openDeviceInfo', { user_code })
    await actor.ask('openDeviceBegin', { user_code, deny })
  }
  const returnsTo = 'https://orchard.example/signed-out'
  const request_uid = await keepSignOut(actor.world.service, { clientId: 'seeded', accountId: null, returnsTo })
  await actor.ask('openSignOutInfo', { request_uid })
  const leaving = { clientId: 'seeded', url: 'https://orchard.example/back?error=login_required', posts: null }
  await actor.ask('openLeavingInfo', { leaving_uid: await keepLeaving(actor.world.service, leaving) })
  const beginning_uid = (await keepBeginning(actor.world.service, 'client_id=seeded&scope=openid')) ?? ''
  await actor.ask('openBeginInfo', { beginning_uid })
  await actor.insist('openBegin', { beginning_uid })
}

/** Somebody signed out is proven for one request of the application, and agrees to it. */
const openWays: Scenario = async (cast) => {
  const { actor, mobile } = await newcomer(cast)
  const outside = { platform: 'outside', code: mobile }
  const { profile_key } = await cast.stranger().refused('authLogin', outside, 'not_bound')
  await actor.ask('bindAuth', { platform: 'outside', profile_key })
  const elsewhere = cast.stranger()
  elsewhere.world.passMinutes(2)
  const names = await requestOf(elsewhere)
  const { sms_code_key } = await elsewhere.ask('openSendCode', { ...names, mobile })
  const typed = { mobile, code: await elsewhere.world.codeTo(mobile), sms_code_key }
  const { auth_ticket } = await elsewhere.ask('openSmsAuth', { ...names, ...typed })
  await elsewhere.ask('openAuthInfo', { ...names, auth_ticket })
  await elsewhere.ask('openWebAuth', { ...names, auth_ticket, scopes: 'openid profile' })
  await elsewhere.ask('openAccountAuth', { ...names, account: mobile, password: seededPassword })
  await elsewhere.ask('openThirdPartyAuth', { ...names, ...outside, stay_signed_in: 1 })
}

const thirdParty: Scenario = async (cast) => {
  const { stranger } = cast
  const { actor, mobile } = await newcomer(cast)
  const [first, second] = [{ platform: 'outside', code: mobile }, { code: `issuer ${mobile}` }]
  const outside = stranger()
  await outside.ask('thirdPartyStart', { platform: 'outside' })
  const { profile_key } = await outside.refused('authLogin', first, 'not_bound')
  await outside.ask('bindLogin', { profile_key, account: mobile, password: seededPassword })
  await stranger().ask('authLogin', first)
  await stranger().ask('authLoginOnly', first)
  const told = await actor.ask('authProfile', { platform: 'issuer', ...second })
  await actor.ask('bindAuth', { platform: 'issuer', profile_key: told.profile_key })
  await stranger().ask('oauthLogin', second)
  await stranger().ask('oauthLoginOnly', second)
  await provenOutside(cast)
}

/** Somebody whose only sign-in method is a provider. */
const provenOutside: Scenario = async ({ stranger, fresh }) => {
  const [actor, { mobile }] = [stranger(), fresh()]
  const outside = { platform: 'outside', code: mobile }
  const { profile_key } = await actor.refused('authLogin', outside, 'not_bound')
  const typed = await actor.smsCode(mobile, mobilePurpose.login)
  const { user_id: accountId } = await actor.ask('bindLogin', { profile_key, mobile, ...typed })
  await actor.world.storage.accounts.unbind({ kind: 'mobile', value: mobile, accountId })
  actor.world.passMinutes(11)
  const { sms_code_key } = await actor.refused('exportData', {}, 'second_verification_required')
  await actor.ask('verifySecondByPlatform', { sms_code_key, ...outside })
}

/** They are played in this order. The person is a member in all of them. */
export const scenarios: Record<string, Scenario> = {
  looks,
  signIn,
  byQrCode,
  byRememberedAccount,
  byAuthenticator,
  byPasskey,
  byRecoveryEmail,
  byMoveCode,
  confirm,
  register,
  codes,
  proving,
  binding,
  passwords,
  recovery,
  recoveryByOperator,
  cancellation,
  profile,
  sessions,
  organisation,
  activation,
  actingInSubjects,
  invitations,
  members,
  mailDomains,
  clientsOfOrganisations,
  handingOver,
  services,
  sites,
  desk,
  hostApp,
  sharing,
  openAuthorisation,
  onDevices,
  openWays,
  thirdParty,
}
