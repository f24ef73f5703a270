import { done, refuse } from '#contract/server'
import { accounts, longName, ticket } from '#tests/e2e/pages/states/samples'
import type { States } from '#tests/e2e/pages/states/state'
import { given, opened, refusedBy, signedInAt, walk } from '#tests/e2e/pages/states/steps'
import { openedAtDesk } from './at-desk'

const enter = `/login/desk?challenge=${'c'.repeat(43)}&to=%2Fdesk`
const opening = signedInAt(enter, { ...accounts.mobile, name: longName })

export const doorStates: States = {
  '/login/desk': {
    'way to the desk': opening,
    'way to the desk, address cut': signedInAt('/login/desk?challenge=short'),
    'way to the desk, no operator': walk(opening, refusedBy({ issueDeskTicket: refuse('not_an_operator', {}) })),
    'way to the desk, no second factor': walk(
      opening,
      refusedBy({ issueDeskTicket: refuse('second_factor_needed', { reason: 'none' }) }),
    ),
    'way to the desk, new second factor': walk(
      opening,
      refusedBy({
        issueDeskTicket: refuse('second_factor_needed', { reason: 'new', counts_from: '2036-11-29T08:00:00.000Z' }),
      }),
    ),
    'way to the desk, second verification': walk(
      opening,
      given({
        issueDeskTicket: refuse('second_verification_required', {
          sms_code_key: ticket,
          ways: [{ way: 'authenticator', masked: '' }],
        }),
      }),
      (browser) => browser.send(),
    ),
  },
  '/desk/arrive': { 'desk, ticket is over': opened('/desk/arrive?ticket=t&to=%2Fdesk') },
  '/desk/confirmed': { 'desk, factor shown': openedAtDesk('/desk/confirmed') },
  '/desk/sign-out': {
    'desk, leaving': openedAtDesk('/desk/sign-out'),
    'desk, left': walk(openedAtDesk('/desk/sign-out'), given({ leaveDesk: done({}) }), (browser) => browser.send()),
  },
}
