import { emailSent, refuse, smsSent } from '#tests/app/browser/answers'
import { code, email, mobile, password, ticket } from '#tests/e2e/pages/states/samples'
import type { Reach, States } from '#tests/e2e/pages/states/state'
import { given, opened, refusedEmpty, sent, walk } from '#tests/e2e/pages/states/steps'

const starts = { mobile: '/account-help/activate', email: '/account-help/activate/email' }

const coded = (by: 'mobile' | 'email'): Reach =>
  walk(
    opened(starts[by], { sendActivationCode: by === 'mobile' ? smsSent() : emailSent() }),
    sent(by === 'mobile' ? mobile : email),
  )

const place = 'a'.repeat(22)
const places = [{ sec_user_identity_id: place, subject_name: 'Orchard', deputy_name: 'Bo' }]

const choosing = (by: 'mobile' | 'email'): Reach =>
  walk(coded(by), given({ activateAccount: refuse('places_to_choose', { places, has_account: false }) }), sent(code))

const existing = (by: 'mobile' | 'email'): Reach =>
  walk(
    choosing(by),
    given({ activateAccount: refuse('already_registered', { field: by, ticket }) }),
    sent({ place, password }),
  )

export const activationStates: States = {
  [starts.mobile]: { 'activate by mobile': opened(starts.mobile), 'activate, empty': refusedEmpty(starts.mobile) },
  [`${starts.mobile}/code`]: { 'activate by mobile, code': coded('mobile') },
  [`${starts.mobile}/choose`]: { 'activate by mobile, which organisations': choosing('mobile') },
  [`${starts.mobile}/existing`]: { 'activate, the mobile has an account': existing('mobile') },
  [starts.email]: { 'activate by email': opened(starts.email) },
  [`${starts.email}/code`]: { 'activate by email, code': coded('email') },
  [`${starts.email}/choose`]: { 'activate by email, which organisations': choosing('email') },
  [`${starts.email}/existing`]: { 'activate, the email has an account': existing('email') },
}
