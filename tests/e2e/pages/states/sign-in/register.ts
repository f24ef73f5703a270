import { emailSent, refuse, smsSent } from '#tests/app/browser/answers'
import { code, email, mobile, password, ticket } from '#tests/e2e/pages/states/samples'
import type { Reach, States } from '#tests/e2e/pages/states/state'
import { formAt, given, opened, pressed, refusedBy, sent, walk, wrong } from '#tests/e2e/pages/states/steps'

const mobileCode: Reach = walk(opened('/login/register', { sendCode: smsSent() }), sent(mobile))

const emailCode: Reach = walk(opened('/login/register/email', { sendEmailCode: emailSent() }), sent(email))

const bothCodes: Reach = walk(
  opened('/login/register/both', { sendCode: smsSent(), sendEmailCode: emailSent() }),
  sent({ ...mobile, ...email }),
)

const domainRefused = refuse('mail_domain_refused', { field: 'email', domains: ['school.example', '*.school.example'] })

const existing = (toTheCode: Reach, field: 'mobile' | 'email'): Reach => {
  const had = refuse('already_registered', { field, ticket })
  return walk(toTheCode, given({ registerByMobile: had, registerByEmail: had }), sent({ ...code, password }))
}

export const registerStates: States = {
  '/login/register': {
    ...formAt('/login/register', 'register by mobile'),
    'register by mobile, undeliverable': walk(
      opened('/login/register'),
      refusedBy({ sendCode: refuse('undeliverable', { field: 'mobile' }) }, mobile),
    ),
  },
  '/login/register/code': {
    'register by mobile, code': mobileCode,
    'register by mobile, resend undeliverable': walk(
      mobileCode,
      given({ sendCode: refuse('undeliverable', { field: 'mobile' }) }),
      pressed('resend_code'),
    ),
    'register by mobile, refused code and password': walk(mobileCode, wrong({ code: '1', password: 'short' })),
  },
  '/login/register/existing': { 'register by mobile, account exists': existing(mobileCode, 'mobile') },
  '/login/register/email': {
    ...formAt('/login/register/email', 'register by email'),
    'register by email, domain not taken': walk(
      opened('/login/register/email'),
      refusedBy({ sendEmailCode: domainRefused }, email),
    ),
  },
  '/login/register/email/code': {
    'register by email, code': emailCode,
    'register by email, too many wrong codes': walk(
      emailCode,
      refusedBy(
        { registerByEmail: refuse('too_many_wrong_codes', { field: 'code', retry_after: 7200 }) },
        { ...code, password },
      ),
    ),
  },
  '/login/register/email/existing': { 'register by email, account exists': existing(emailCode, 'email') },
  '/login/register/both': formAt('/login/register/both', 'register by both'),
  '/login/register/both/code': {
    'register by both, codes': bothCodes,
    'register by both, codes empty': walk(bothCodes, wrong()),
  },
}
