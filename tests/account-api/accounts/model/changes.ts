import { issueProfile } from '#account-api/addresses/platforms/platform'
import type { CreationOptions } from '#contract/verification/passkey-fields'
import { appCode } from '#tests/account-api/verification/authenticators/apps'
import { softwarePasskey } from '#tests/fixtures/authenticators/passkey'
import type { Actor } from './actor'
import { type Step, stepsBy } from './step'

type Kind = 'mobile' | 'email'

/** A password that was never used before. */
const newPassword = (): string => `a lamp over the bay, ${++chosen}`
let chosen = 0

/** Proves one of the account’s addresses for an act, and returns the ticket. */
const proven = async (
  me: Actor,
  kind: Kind,
  act: 'binding' | 'password' | 'cancellation',
): Promise<string | undefined> => {
  const got = await me.codeFor(kind, 'verifyOld')
  const told =
    got && (await me.ask(kind === 'mobile' ? 'verifyMobile' : 'verifyEmail', { code: got.code, type: got.type, act }))
  return told?.ok ? String(told.data.verify_ticket) : undefined
}

/** Proves whatever the person can for a cancellation, and returns the ticket. */
const provenAnyhow = async (me: Actor) => {
  const act = 'cancellation'
  const { sms_code_key, ways } = (await me.ask('cancelVerifyWay', {})).data as {
    sms_code_key?: string
    ways?: { way: string }[]
  }
  const ticket = sms_code_key && ways ? await me.proveOne(sms_code_key, ways, new Set()) : undefined
  return ticket ?? (await proven(me, 'email', act)) ?? (await proven(me, 'mobile', act))
}

/** The typed code of an address. */
const typed = (kind: Kind, { to, code }: { to: string; code: string }, more = {}) =>
  ({ [kind]: to, code, ...more }) as never

/** Binds the person’s own address. */
const bind =
  (kind: Kind): Step =>
  async (me) => {
    const got = await me.codeFor(kind, 'bind', { to: me.own[kind] })
    if (!got) return
    const told = await me.make(kind === 'mobile' ? 'bindMobile' : 'bindEmail', typed(kind, got))
    if (told.ok) me.means[kind] ??= got.to
  }

/** Replaces the account’s address by the person’s own. */
const rebind =
  (kind: Kind): Step =>
  async (me) => {
    const ticket = await proven(me, kind, 'binding')
    const got = ticket && (await me.codeFor(kind, 'changeToNew', { to: me.own[kind], ticket }))
    if (got) await me.make(kind === 'mobile' ? 'rebindMobile' : 'rebindEmail', typed(kind, got, { ticket }))
  }

const reset =
  (kind: Kind): Step =>
  async (me) => {
    me.open()
    const got = await me.codeFor(kind, 'resetPassword')
    if (!got) return
    const password = newPassword()
    const call = kind === 'mobile' ? 'resetPasswordByMobile' : 'resetPasswordByEmail'
    const told = await me.ask(call, typed(kind, got, { password }))
    if (told.ok) me.means.passwords.push(password)
    const { authenticator_ticket } = told.data as { authenticator_ticket?: string }
    if (authenticator_ticket) me.kept.set('waiting', authenticator_ticket)
  }

const addApp =
  (at_sign_in: number): Step =>
  async (me, { world }) => {
    const begun = await me.make('startAuthenticator', { at_sign_in })
    if (!begun.ok) return
    const { ticket, secret } = begun.data as { ticket: string; secret: string }
    const told = await me.make('addAuthenticator', { ticket, authenticator_code: appCode(world, secret), at_sign_in })
    if (!told.ok) return
    me.means.apps.push(secret)
    me.means.codes.push(...(told.data.recovery_codes as string[]))
  }

/** Binds the person’s own third-party identity. */
const bindPlatform =
  (change_bind: number): Step =>
  async (me, { world, userId }) => {
    const profile = { platform: 'example', appId: '', unionid: null, name: 'Somebody', tenantKey: null }
    const openid = `${me.own.email} ${userId}`
    const profile_key = await issueProfile(world.service, { ...profile, openid })
    await me.make('bindAuth', { platform: 'example', profile_key, change_bind })
  }

/** How a person changes the sign-in methods. Each row names its last call. */
export const changes = stepsBy({
  bindMobile: bind('mobile'),
  bindEmail: bind('email'),
  bindAuth: bindPlatform(0),
  setRecoveryEmail: async (me) => {
    const sent = await me.make('sendRecoveryEmailCode', { email: me.own.recovery })
    const code = sent.ok && (await me.codeAt(me.own.recovery))
    if (code) await me.make('setRecoveryEmail', { email: me.own.recovery, code })
  },
  addPasskey: async (me) => {
    const begun = await me.make('startPasskey', {})
    if (!begun.ok) return
    const device = softwarePasskey()
    const told = await me.ask('addPasskey', { credential: device.create(begun.data.options as CreationOptions) })
    if (told.ok) me.means.passkeys.push(device)
  },
  addAuthenticator: (me, at) => addApp(at.nth % 2)(me, at),
  askAuthenticator: (me, { nth }) => me.make('askAuthenticator', { at_sign_in: nth % 2 }),
  makeRecoveryCodes: async (me) => {
    const told = await me.make('makeRecoveryCodes', {})
    if (told.ok) me.means.codes.push(...(told.data.recovery_codes as string[]))
  },
  resetPasswordByMobile: reset('mobile'),
  resetPasswordByEmail: reset('email'),
  resetPasswordByTicket: async (me) => {
    me.open()
    const [ticket, password] = [await me.ticketFor('email', 'resetPassword'), newPassword()]
    if (ticket === undefined) return
    if ((await me.ask('resetPasswordByTicket', { ticket, password })).ok) me.means.passwords.push(password)
  },
  setPassword: async (me) => {
    const password = newPassword()
    if ((await me.make('setPassword', { password })).ok) me.means.passwords.push(password)
  },
  updatePassword: async (me) => {
    const [current_password, password] = [me.means.passwords.at(-1), newPassword()]
    if (current_password === undefined) return
    if ((await me.make('updatePassword', { current_password, password })).ok) me.means.passwords.push(password)
  },
  changePassword: async (me) => {
    const password = newPassword()
    const told = await me.make('changePassword', { password })
    const verify_ticket = told.ok
      ? undefined
      : ((await proven(me, 'email', 'password')) ?? (await proven(me, 'mobile', 'password')))
    if (told.ok || (verify_ticket && (await me.ask('changePassword', { verify_ticket, password })).ok))
      me.means.passwords.push(password)
  },
  accountSet: async (me) => me.make('accountSet', { username: `renamed-${me.own.mobile.slice(-8)}` }),
  updateUserInfo: async (me) => {
    const value = `named-${me.own.mobile.slice(-8)}`
    await me.make('updateUserInfo', { field_namespace: 'account', field: 'username', value })
  },
})

/** How a person removes things from an account. The model’s owners use none of these. */
export const removals = stepsBy({
  changeAuth: bindPlatform(1),
  rebindMobile: rebind('mobile'),
  rebindEmail: rebind('email'),
  unbindPlatform: (me, { nth }) =>
    me.make('unbindPlatform', { platform: ['mobile', 'email', 'example'][nth % 3] ?? '', without_address: 1 }),
  removeAuthenticator: (me) => me.make('removeAuthenticator', {}),
  removePasskey: async (me, { nth }) => {
    const { data } = await me.ask('listPasskeys', {})
    const passkeys = (data.passkeys ?? []) as { passkey_id: string }[]
    const one = passkeys[nth % Math.max(1, passkeys.length)]
    if (one) await me.make('removePasskey', { passkey_id: one.passkey_id })
  },
  removeRecoveryEmail: (me) => me.make('removeRecoveryEmail', {}),
  unbindUnusableMobile: async (me, { username, nth }) => {
    me.open()
    const password = me.means.passwords.at(-1)
    const kind = me.means.email === undefined ? 'mobile' : 'email'
    const bySent = nth % 2 === 0 ? await me.ticketFor(kind, 'notSignedIn') : undefined
    const byPassword =
      password === undefined ? undefined : await me.ask('verifyPassword', { account: username, password })
    const ticket = bySent ?? byPassword?.data.ticket
    if (typeof ticket !== 'string') return
    await me.ask('unbindUnusableMobile', { ticket, without_address: 1, ...(password !== undefined && { password }) })
  },
  cancelConfirm: async (me) => {
    const cancel_ticket = await provenAnyhow(me)
    if (cancel_ticket !== undefined) await me.ask('cancelConfirm', { cancel_ticket })
  },
})
