import type { RequestOptions } from '#contract/verification/passkey-fields'
import { hostApp, scheme } from '#tests/account-api/sign-in/host-app/app-codes'
import type { Actor, Told } from './actor'
import { readQrCode, type Step, stepsBy } from './step'

const open = { need_frozen_user: 1 } as const

/** Stores what continues an incomplete sign-in. */
const keep = (me: Actor, told: Told): void => {
  const { authenticator_ticket, ticket } = told.data as Record<string, string | undefined>
  if (authenticator_ticket !== undefined) me.kept.set('waiting', authenticator_ticket)
  if (told.code === 'account_cancelled' && ticket !== undefined) me.kept.set('cancelled', ticket)
}

/** Signs in with a code to an address, in a browser that no account knows. */
const byCode =
  (kind: 'mobile' | 'email', name: 'smsLogin' | 'smsLoginOnly' | 'emailCodeLogin'): Step =>
  async (me) => {
    me.open()
    const got = await me.codeFor(kind, 'login')
    if (got) keep(me, await me.ask(name, { [kind]: got.to, code: got.code, ...open } as never))
  }

/** Signs in with the code’s ticket, in such a browser. */
const byTicket =
  (kind: 'mobile' | 'email'): Step =>
  async (me) => {
    me.open()
    const ticket = await me.ticketFor(kind, kind === 'mobile' ? 'register' : 'login')
    if (ticket !== undefined)
      keep(me, await me.ask(kind === 'mobile' ? 'smsLoginContinue' : 'emailLoginContinue', { ticket }))
  }

/** Signs in with the newest password that the person knows. */
const byPassword =
  (name: 'accountLoginV2' | 'passwordLogin' | 'emailLogin'): Step =>
  async (me, { username, nth }) => {
    me.open()
    const password = me.means.passwords.at(nth % 2 === 0 ? -1 : 0)
    const { email } = me.means
    if (password === undefined || (name === 'emailLogin' && email === undefined)) return
    const identifier = { accountLoginV2: { account: username }, passwordLogin: { username }, emailLogin: { email } }[
      name
    ]
    keep(me, await me.ask(name, { ...identifier, password, ...open } as never))
  }

/** Signs in another browser by a QR code that the current one confirms. */
const byQrCode: Step = async (me) => {
  const phone = me.open()
  const shown = await me.ask('getQrcode', {})
  if (!shown.ok) return
  const { polling, token, matching_number } = readQrCode(shown.data)
  const screen = me.at(phone)
  await me.ask('scanQrcode', { token })
  await me.ask('confirmQrcode', { token, matching_number })
  me.at(screen)
  await me.ask('checkQrconnect', { token: polling })
}

/** How a person signs in. Each row names its last call. */
export const signIns = stepsBy({
  smsLogin: byCode('mobile', 'smsLogin'),
  smsLoginOnly: byCode('mobile', 'smsLoginOnly'),
  smsLoginContinue: byTicket('mobile'),
  emailCodeLogin: byCode('email', 'emailCodeLogin'),
  emailLoginContinue: byTicket('email'),
  accountLoginV2: byPassword('accountLoginV2'),
  passwordLogin: byPassword('passwordLogin'),
  emailLogin: byPassword('emailLogin'),
  passkeySignIn: async (me) => {
    const device = me.means.passkeys.at(-1)
    me.open()
    const begun = device && (await me.ask('startPasskeySignIn', {}))
    if (!device || !begun?.ok) return
    keep(me, await me.ask('passkeySignIn', { credential: device.get(begun.data.options as RequestOptions), ...open }))
  },
  verifySecond: async (me, { nth }) => {
    const { sms_code_key, ways = [] } = (await me.ask('cancelVerifyWay', {})).data as {
      sms_code_key?: string
      ways?: { way: string }[]
    }
    const one = ways[nth % Math.max(1, ways.length)]
    if (sms_code_key && one) await me.prove(sms_code_key, one.way)
  },
  verifySecondByPasskey: async (me) => {
    const { sms_code_key } = (await me.ask('cancelVerifyWay', {})).data as { sms_code_key?: string }
    if (sms_code_key) await me.prove(sms_code_key, 'passkey')
  },
  completeSignIn: async (me) => {
    const [ticket, authenticator_code] = [me.kept.get('waiting'), me.factorCode()]
    if (ticket !== undefined && authenticator_code !== undefined)
      await me.ask('completeSignIn', { ticket, authenticator_code })
  },
  reportLostAuthenticator: async (me) => {
    const ticket = me.kept.get('waiting')
    if (ticket !== undefined) await me.ask('reportLostAuthenticator', { ticket })
  },
  undoCancellation: async (me) => {
    const ticket = me.kept.get('cancelled')
    if (ticket !== undefined) await me.ask('undoCancellation', { ticket })
  },
  checkQrconnect: byQrCode,
  exchangeAppCode: async (me) => {
    const { asked, code_verifier } = hostApp()
    const issued = await me.ask('issueAppCode', asked)
    if (!issued.ok) return
    const code = new URL(String(issued.data.url)).searchParams.get('code') ?? ''
    me.open()
    await me.ask('exchangeAppCode', { scheme, code, code_verifier })
  },
  rememberAccount: async (me) => {
    const told = await me.ask('rememberAccount', {})
    if (told.ok) me.kept.set('remembered', String(told.data.device_token))
  },
  quickLogin: async (me) => {
    const device_token = me.kept.get('remembered')
    if (device_token === undefined) return
    let told = await me.ask('quickLogin', { device_token, ...open })
    const code = told.code === 'code_needed' ? await me.codeAt(me.means.mobile ?? me.means.email) : undefined
    if (code !== undefined) told = await me.ask('quickLogin', { device_token, code, ...open })
    const next = (told.data.remembered as { device_token: string } | undefined)?.device_token
    if (next !== undefined) me.kept.set('remembered', next)
    keep(me, told)
  },
})
