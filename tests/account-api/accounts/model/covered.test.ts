import { expect, it } from 'vitest'
import * as account from '#contract/accounts/account-calls'
import * as sessions from '#contract/accounts/sessions-calls'
import * as binding from '#contract/addresses/binding-calls'
import * as recovery from '#contract/addresses/recovery-calls'
import * as recoveryEmail from '#contract/addresses/recovery-email-calls'
import type { Call } from '#contract/call'
import type { CallName } from '#contract/calls'
import * as cancellation from '#contract/closing/cancellation-calls'
import * as dataExport from '#contract/closing/export-calls'
import * as hostApp from '#contract/sign-in/host-app-calls'
import * as login from '#contract/sign-in/login-calls'
import * as qr from '#contract/sign-in/qr-calls'
import * as qrChangeBind from '#contract/sign-in/qr-change-bind-calls'
import * as remembered from '#contract/sign-in/remembered-calls'
import * as thirdParty from '#contract/sign-in/third-party-calls'
import * as authenticator from '#contract/verification/authenticator-calls'
import * as authenticatorStep from '#contract/verification/authenticator-step-calls'
import * as codes from '#contract/verification/codes-calls'
import * as passkeys from '#contract/verification/passkey-calls'
import * as passkeySignIn from '#contract/verification/passkey-sign-in-calls'
import * as password from '#contract/verification/password-calls'
import * as stepUp from '#contract/verification/stepup-calls'
import { describeWorlds } from '#tests/account-api/worlds/worlds'
import { factors, kinds, openAccount } from './account'
import { steps } from './play'

/** The modules of the sign-in methods and guards. */
const rooms: object[] = [
  account,
  sessions,
  binding,
  recovery,
  recoveryEmail,
  cancellation,
  dataExport,
  hostApp,
  login,
  qr,
  qrChangeBind,
]
rooms.push(remembered, thirdParty, authenticator, authenticatorStep, codes, passkeys, passkeySignIn, password, stepUp)

const byProvider = 'a provider outside proves the person: tests/account-api/sign-in/platforms'
const names = 'it names a thing, and opens nothing'
const unused = 'it confirms a sign-in to an account that nobody has used for 180 days: unused-accounts.test.ts'
const looks = 'it looks at what another call uses'

/** The calls that no step makes, each with its reason. */
const apart: Partial<Record<CallName, string>> = {
  authLogin: byProvider,
  authLoginOnly: byProvider,
  authProfile: byProvider,
  bindLogin: byProvider,
  oauthLogin: byProvider,
  oauthLoginOnly: byProvider,
  verifySecondByPlatform: byProvider,
  nameSession: names,
  nameRememberedDevice: names,
  renamePasskey: names,
  sendConfirmationCode: unused,
  confirmSignIn: unused,
  checkCode: looks,
  checkEmailCode: looks,
  hasSetPassword: looks,
  recoverAccount: 'an operator begins it: second-operator.test.ts',
  getCaptcha: 'the world solves it where one is asked for',
  verifyCaptcha: 'the world solves it where one is asked for',
}

/** What a step needs from earlier steps. */
const after: Record<string, string[]> = {
  completeSignIn: ['askAuthenticator', 'smsLogin'],
  reportLostAuthenticator: ['askAuthenticator', 'smsLogin'],
  undoCancellation: ['cancelConfirm', 'smsLogin'],
  quickLogin: ['rememberAccount'],
  forgetAccount: ['rememberAccount'],
  endRememberedDevice: ['rememberAccount'],
  bindEmail: ['unbindPlatform'],
}

describeWorlds('the steps of owner and thief, on $name', (world) => {
  it('security: the model’s steps include every call that adds, removes, replaces or ends a sign-in method', async () => {
    const made = new Set<string>()
    const hear = ({ name }: { name: CallName }) => void made.add(name)
    for (const [name, step] of Object.entries(steps)) {
      const facts = {
        old: [...kinds],
        young: [],
        owner: [...factors],
        thief: 'mobile',
        asks: false,
        isDue: false,
      } as const
      const { owner, at } = await openAccount(world, facts, { owner: hear, thief: hear })
      for (const each of [steps.smsLogin, ...(after[name] ?? []).map((before) => steps[before]), step]) {
        world.passMinutes(2)
        await each?.(owner, { ...at, nth: 1 })
      }
    }
    const rows = rooms
      .flatMap((room) => Object.values(room))
      .filter((row): row is Call => typeof row === 'object' && row !== null && 'power' in row)
    const missing = rows.filter(({ harmless, name }) => !harmless && !made.has(name) && !(name in apart))
    expect(missing.map(({ name }) => name)).toEqual([])
  })
})
