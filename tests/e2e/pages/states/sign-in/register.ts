import { emailSent, refuse, smsSent } from '#tests/app/browser/answers'
import { code, email, mobile, password, ticket } from '#tests/e2e/pages/states/samples'
import type { Reach, States } from '#tests/e2e/pages/states/state'
import { given, opened, pressed, refusedBy, refusedEmpty, sent, walk, wrong } from '#tests/e2e/pages/states/steps'

const mobileCode: Reach = walk(opened('/login/register', { sendCode: smsSent() }), sent(mobile))

const emailCode: Reach = walk(opened('/login/register/email', { sendEmailCode: emailSent() }), sent(email))

const bothCodes: Reach = walk(
  opened('/login/register/both', { sendCode: smsSent(), sendEmailCode: emailSent() }),
  sent({ ...mobile, ...email }),
)

const domainRefused = refuse('mail_domain_refused', { field: 'email', domains: ['school.example', '*.school.example'] })

export const registerStates: States = {
  '/login/register': {
    'register by mobile': opened('/login/register'),
    'register by mobile, empty': refusedEmpty('/login/register'),
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
  '/login/register/existing': {
    'register by mobile, account exists': walk(
      mobileCode,
      given({ registerByMobile: refuse('already_registered', { field: 'mobile', ticket }) }),
      sent({ ...code, password }),
    ),
  },
  '/login/register/email': {
    'register by email': opened('/login/register/email'),
    'register by email, empty': refusedEmpty('/login/register/email'),
    'register by email, domain not taken': walk(
      opened('/login/register/email'),
      given({ sendEmailCode: domainRefused }),
      wrong(email),
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
  '/login/register/email/existing': {
    'register by email, account exists': walk(
      emailCode,
      given({ registerByEmail: refuse('already_registered', { field: 'email', ticket }) }),
      sent({ ...code, password }),
    ),
  },
  '/login/register/both': {
    'register by both': opened('/login/register/both'),
    'register by both, empty': refusedEmpty('/login/register/both'),
  },
  '/login/register/both/code': {
    'register by both, codes': bothCodes,
    'register by both, codes empty': walk(bothCodes, wrong()),
  },
}
