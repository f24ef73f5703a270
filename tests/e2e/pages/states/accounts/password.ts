import { done, emailSent, infoOf, refuse, signedIn, smsSent } from '#tests/app/browser/answers'
import { accounts, code, email, masked, mobile, password, ticket } from '#tests/e2e/pages/states/samples'
import type { Reach, States } from '#tests/e2e/pages/states/state'
import {
  formAt,
  given,
  opened,
  picturesAreThere,
  pressed,
  refusedBy,
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

const byRecovery = `/account-help/recover?ticket=${ticket}`

/** The page of a link that sets a new password, and of one that is too short. */
const byLinkOf = (name: string, page: Reach, call: 'resetPasswordByTicket' | 'recoverAccount') => ({
  [name]: page,
  [`${name}, short password`]: walk(
    page,
    refusedBy({ [call]: refuse('password_refused', { reason: 'too_short' }) }, { password: 'short' }),
  ),
})

const ofAnn = done({ username: 'ann', email: masked.email })

/** The page of the password in the settings, of an account that has one or not. */
const inSettings = (has_password: boolean): Reach =>
  walk(signIn(infoOf({ has_password })), opened('/settings/password'))

const forgotten = (account = accounts.both): Reach =>
  walk(given({ sendEmailCode: emailSent() }), signIn(account), opened('/settings/password/forgotten'))

const ownCode: Reach = walk(forgotten(), pressed('by_email'))

export const passwordStates: States = {
  [byMobile]: formAt(byMobile, 'password reset by mobile'),
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
  '/account-help/password/link': byLinkOf(
    'password reset by link',
    opened(byLink, { resetTicketCheck: ofAnn }),
    'resetPasswordByTicket',
  ),
  '/account-help/recover': {
    ...byLinkOf(
      'password by the link of a recovery',
      opened(byRecovery, { recoverAccountCheck: ofAnn }),
      'recoverAccount',
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
