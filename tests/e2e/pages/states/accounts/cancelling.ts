import { done, emailSent, refuse, smsSent } from '#tests/app/browser/answers'
import {
  accounts,
  allBlockers,
  credentials,
  day,
  password,
  ticket,
  ways,
  wrongCredentials,
} from '#tests/e2e/pages/states/samples'
import { challengedAgain } from '#tests/e2e/pages/states/sign-in/captchas'
import type { Reach, States } from '#tests/e2e/pages/states/state'
import {
  afterMinutes,
  given,
  opened,
  pressed,
  refusedBy,
  sent,
  signedInTo,
  told,
  walk,
  wrong,
} from '#tests/e2e/pages/states/steps'

const losses = [
  { kind: 'username', text: 'ann' },
  { kind: 'mobile', text: '+86 138****0001' },
  { kind: 'email', text: 'a***@example.com' },
  { kind: 'password', text: '' },
  { kind: 'platform', text: 'Ann', platform: 'qq' },
  { kind: 'birthday', text: '' },
  { kind: 'picture', text: '' },
] as const

const begin = (blockers: typeof allBlockers = []): Reach => {
  const subjects = blockers.length > 0 ? [{ sec_subject_uid: 's'.repeat(22), subject_name: 'Riverside School' }] : []
  return signedInTo(
    '/settings/cancel',
    {
      cancelCheck: done({ blockers, subjects, losses: [...losses], restorable_until: day }),
      cancelVerifyWay: done({ sms_code_key: 'key-of-a-test-00000001', ways }),
      sendCode: smsSent(),
      sendEmailCode: emailSent(),
    },
    accounts.both,
  )
}

const byCode = (way: 'mobile' | 'email'): Reach => walk(begin(), pressed(`use_${way}`))

const byPassword: Reach = walk(begin(), pressed('use_password'))

const byAuthenticator: Reach = walk(begin(), pressed('use_authenticator'))

const toTheEnd: Reach = walk(byPassword, given({ verifySecond: done({ verify_ticket: ticket }) }), sent({ password }))

/** Signing in to a cancelled account. */
const toRestore: Reach = walk(
  opened('/login', {
    accountLoginV2: refuse('account_cancelled', { ticket, restorable_until: day, time_zone: 'Asia/Shanghai' }),
  }),
  sent(credentials),
)

export const cancellingStates: States = {
  '/settings/cancel': {
    cancelling: begin(),
    'cancelling, something is in the way': begin(allBlockers),
    'cancelling, took too long': walk(byCode('mobile'), afterMinutes(16), opened('/settings/cancel/verify'), told),
  },
  '/settings/cancel/authenticator': { 'cancelling, authenticator app': byAuthenticator },
  '/settings/cancel/verify': {
    'cancelling, code by SMS': byCode('mobile'),
    'cancelling, code by email': byCode('email'),
    'cancelling, captcha before another code': challengedAgain(byCode('mobile')),
    'cancelling, wrong code': walk(byCode('mobile'), wrong({ code: 'letters' })),
  },
  '/settings/cancel/password': {
    'cancelling, by password': byPassword,
    'cancelling, wrong password': walk(byPassword, refusedBy({ verifySecond: wrongCredentials }, { password: 'x' })),
  },
  '/settings/cancel/confirm': { 'cancelling, asked for the last time': toTheEnd },
  '/account-help/cancelled': {
    cancelled: walk(toTheEnd, given({ cancelConfirm: done({ restorable_until: day }) }), sent()),
  },
  '/account-help/restore': { 'how to restore a cancelled account': opened('/account-help/restore') },
  '/account-help/restore/confirm': { 'restoring, asked': toRestore },
}
