import { refuse } from '../../../../contract/server'
import { emailSent, smsSent } from '../../../app/answers'
import { code, email, mobile, opened, password, type Reach, refusedEmpty, type States, ticket } from './state'

const starts = { mobile: '/account-help/activate', email: '/account-help/activate/email' }

const coded =
  (by: 'mobile' | 'email'): Reach =>
  async (browser) => {
    browser.fake.answer('sendActivationCode', by === 'mobile' ? smsSent() : emailSent())
    await browser.open(starts[by])
    await browser.send(by === 'mobile' ? mobile : email)
  }

const existing =
  (by: 'mobile' | 'email'): Reach =>
  async (browser) => {
    await coded(by)(browser)
    browser.fake.answer('activateAccount', refuse('already_registered', { field: by, ticket }))
    await browser.send({ ...code, password })
  }

export const activationStates: States = {
  [starts.mobile]: { 'activate by mobile': opened(starts.mobile), 'activate, empty': refusedEmpty(starts.mobile) },
  [`${starts.mobile}/code`]: { 'activate by mobile, code': coded('mobile') },
  [`${starts.mobile}/existing`]: { 'activate, the mobile has an account': existing('mobile') },
  [starts.email]: { 'activate by email': opened(starts.email) },
  [`${starts.email}/code`]: { 'activate by email, code': coded('email') },
  [`${starts.email}/existing`]: { 'activate, the email has an account': existing('email') },
}
