import { done, emailSent, infoOf, refuse, signedIn, smsSent } from '#tests/app/browser/answers'
import { accounts, code, email, masked, mobile, password, ticket } from '#tests/e2e/pages/states/samples'
import type { Reach, States } from '#tests/e2e/pages/states/state'
import {
  given,
  opened,
  picturesAreThere,
  pressed,
  refusedBy,
  refusedEmpty,
  sent,
  signIn,
  told,
  walk,
  wrong,
} from '#tests/e2e/pages/states/steps'

const byMobile = '/account-help/password'
const byEmail = '/account-help/password/email'
const byLink = `/account-help/password/link?ticket=${ticket}`

const mobileCode: Reach = walk(opened(byMobile, { sendCode: smsSent() }), sent(mobile))

const emailCode: Reach = walk(opened(byEmail, { sendEmailCode: emailSent() }), sent(email))

/** The page of the link of a reset. */
const linkOpened: Reach = opened(byLink, { resetTicketCheck: done({ username: 'ann', email: masked.email }) })

const byRecovery = `/account-help/recover?ticket=${ticket}`

/** The page of the link that an operator has sent. */
const recoveryOpened: Reach = opened(byRecovery, {
  recoverAccountCheck: done({ username: 'ann', email: masked.email }),
})

/** The page of the password in the settings, of an account that has one or not. */
const inSettings = (has_password: boolean): Reach =>
  walk(signIn(infoOf({ has_password })), opened('/settings/password'))

const forgotten = (account = accounts.both): Reach =>
  walk(given({ sendEmailCode: emailSent() }), signIn(account), opened('/settings/password/forgotten'))

const ownCode: Reach = walk(forgotten(), pressed('by_email'))

/** The pages of passwords. */
export const passwordStates: States = {
  [byMobile]: {
    'password reset by mobile': opened(byMobile),
    'password reset by mobile, empty': refusedEmpty(byMobile),
  },
  [`${byMobile}/code`]: {
    'password reset by mobile, code': mobileCode,
    'password reset by mobile, password to be read': walk(mobileCode, sent({ ...code, password, show_password: 'x' })),
    'password reset by mobile, code without tries': walk(
      mobileCode,
      refusedBy(
        { resetPasswordByMobile: refuse('code_locked', { field: 'code', retry_after: 42 }) },
        { ...code, password },
      ),
    ),
    'password reset by mobile, wrong code and short password': walk(mobileCode, wrong({ code: 'x', password: 'a' })),
  },
  [byEmail]: {
    'password reset by email': opened(byEmail),
    'password reset by link, over': walk(opened(byLink, { resetTicketCheck: refuse('ticket_refused', {}) }), told),
  },
  [`${byEmail}/code`]: { 'password reset by email, code': emailCode },
  '/account-help/password/link': {
    'password reset by link': linkOpened,
    'password reset by link, short password': walk(
      linkOpened,
      refusedBy({ resetPasswordByTicket: refuse('password_refused', { reason: 'too_short' }) }, { password: 'short' }),
    ),
  },
  '/account-help/recover': {
    'password by the link of a recovery': recoveryOpened,
    'password by the link of a recovery, short password': walk(
      recoveryOpened,
      refusedBy({ recoverAccount: refuse('password_refused', { reason: 'too_short' }) }, { password: 'short' }),
    ),
    'password by the link of a recovery, over': opened(byRecovery, {
      recoverAccountCheck: refuse('ticket_refused', {}),
    }),
  },
  '/settings/recovery-link/keep': {
    'recovery, to be stopped': walk(signIn(infoOf()), opened('/settings/recovery-link/keep')),
  },
  '/settings': {
    'recovery, that can be stopped': walk(
      picturesAreThere,
      signIn(
        infoOf({
          pending_changes: [
            { way: 'recovery_link', becomes: masked.email, takes_effect_at: '2030-01-01T00:00:00.000Z' },
          ],
        }),
      ),
      opened('/settings'),
    ),
    'password reset, done': walk(
      mobileCode,
      given({ resetPasswordByMobile: done({ done: true, ...signedIn().data }), accountInfo: done(accounts.both) }),
      picturesAreThere,
      sent({ ...code, password }),
      told,
    ),
    'password change, done': walk(
      picturesAreThere,
      inSettings(true),
      given({ updatePassword: done({ done: true }) }),
      picturesAreThere,
      sent({ current_password: 'the present one', password }),
      told,
    ),
  },
  '/settings/password': {
    'password change': inSettings(true),
    'password change, wrong': walk(
      inSettings(true),
      refusedBy(
        { updatePassword: refuse('wrong_credentials', { field: 'current_password' }) },
        { current_password: 'not that one', password },
      ),
    ),
  },
  '/settings/password/set': { 'password, first one': inSettings(false) },
  '/settings/password/forgotten': {
    'password forgotten': forgotten(),
    'password forgotten, no address': forgotten(infoOf({ mobile: null })),
  },
  '/settings/password/forgotten/code': { 'password forgotten, code': ownCode },
  '/settings/password/forgotten/new': {
    'password forgotten, new one': walk(ownCode, given({ verifyEmail: done({ verify_ticket: ticket }) }), sent(code)),
  },
}
