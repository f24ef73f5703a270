import { refuse } from '../../../../contract/server'
import { emailSent, smsSent } from '../../../app/answers'
import { code, email, mobile, opened, password, type Reach, refused, refusedEmpty, type States, ticket } from './state'

const mobileCode: Reach = async (browser) => {
  browser.fake.answer('sendCode', smsSent())
  await browser.open('/login/register')
  await browser.send(mobile)
}

const emailCode: Reach = async (browser) => {
  browser.fake.answer('sendEmailCode', emailSent())
  await browser.open('/login/register/email')
  await browser.send(email)
}

const bothCodes: Reach = async (browser) => {
  browser.fake.answer('sendCode', smsSent())
  browser.fake.answer('sendEmailCode', emailSent())
  await browser.open('/login/register/both')
  await browser.send({ ...mobile, ...email })
}

export const registerStates: States = {
  '/login/register': {
    'register by mobile': opened('/login/register'),
    'register by mobile, empty': refusedEmpty('/login/register'),
  },
  '/login/register/code': {
    'register by mobile, code': mobileCode,
    'register by mobile, refused code and password': async (browser) => {
      await mobileCode(browser)
      await browser.send({ code: '1', password: 'short' })
      refused(browser)
    },
  },
  '/login/register/existing': {
    'register by mobile, account exists': async (browser) => {
      await mobileCode(browser)
      browser.fake.answer('registerByMobile', refuse('already_registered', { field: 'mobile', ticket }))
      await browser.send({ ...code, password })
    },
  },
  '/login/register/email': {
    'register by email': opened('/login/register/email'),
    'register by email, empty': refusedEmpty('/login/register/email'),
  },
  '/login/register/email/code': {
    'register by email, code': emailCode,
    'register by email, too many wrong codes': async (browser) => {
      await emailCode(browser)
      browser.fake.answer('registerByEmail', refuse('too_many_wrong_codes', { field: 'code', retry_after: 7200 }))
      await browser.send({ ...code, password })
      refused(browser)
    },
  },
  '/login/register/email/existing': {
    'register by email, account exists': async (browser) => {
      await emailCode(browser)
      browser.fake.answer('registerByEmail', refuse('already_registered', { field: 'email', ticket }))
      await browser.send({ ...code, password })
    },
  },
  '/login/register/both': {
    'register by both': opened('/login/register/both'),
    'register by both, empty': refusedEmpty('/login/register/both'),
  },
  '/login/register/both/code': {
    'register by both, codes': bothCodes,
    'register by both, codes empty': async (browser) => {
      await bothCodes(browser)
      await browser.send()
      refused(browser)
    },
  },
}
