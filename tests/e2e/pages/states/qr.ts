import { done, refuse } from '../../../../contract/server'
import type { AppBrowser } from '../app-browser'
import { day, opened, openedSignedIn, type Reach, refused, refusedEmpty, type States, signIn, told } from './state'

const half = 'h'.repeat(22)
const url = `http://localhost:3000/login/qr/confirm?token=${half}`
const confirming = `/login/qr/confirm?token=${half}`

type Status = 'new' | 'scanned' | 'confirmed' | 'denied' | 'expired'

/** A browser that shows a code, and how the account API says that the code stands. */
const shown =
  (status: Status): Reach =>
  async (browser) => {
    const code = { token: half, qrcode_url: url, letters: 'BCDFGHJK', matching_number: 42, expires_at: day }
    browser.fake.answer('getQrcode', done(code))
    browser.fake.answer('checkQrconnect', done({ status, expires_at: day }))
    await browser.open('/login/qr')
    await browser.send()
  }

/** What a phone is asked that has opened a code, and then scanned it. */
const asking = (matching_numbers: number[]) =>
  done({
    status: matching_numbers.length > 0 ? ('scanned' as const) : ('new' as const),
    client: { browser: 'Firefox', system: 'Windows' },
    address: '203.0.113.7',
    asked_at: day,
    expires_at: day,
    matching_numbers,
    time_zone: 'Asia/Shanghai',
  })

const opening =
  (matching_numbers: number[] = []): Reach =>
  async (browser) => {
    browser.fake.answer('toScanQrcode', asking(matching_numbers))
    await openedSignedIn(confirming)(browser)
  }

const over = (browser: AppBrowser, state: 'denied' | 'scanned') =>
  browser.fake.answer('toScanQrcode', refuse('qrcode_over', { state }))

/** Signing in at another screen, by a QR code. */
export const qrStates: States = {
  '/login/qr': {
    'QR sign-in': opened('/login/qr'),
    'QR sign-in, too many codes': async (browser) => {
      browser.fake.answer('getQrcode', refuse('too_many_requests', { retry_after: 10 }))
      await browser.open('/login/qr')
      await browser.send()
      refused(browser)
    },
  },
  '/login/qr/code': {
    'QR sign-in, code': shown('new'),
    'QR sign-in, code scanned': shown('scanned'),
    'QR sign-in, code confirmed': shown('confirmed'),
    'QR sign-in, code refused': shown('denied'),
    'QR sign-in, code expired': shown('expired'),
    'QR sign-in, not confirmed yet': async (browser) => {
      await shown('new')(browser)
      await browser.send()
      told(browser)
    },
  },
  '/login/qr/code/text': {
    'QR sign-in, code as text': async (browser) => {
      await shown('new')(browser)
      await browser.open('/login/qr/code/text')
    },
  },
  '/login/qr/confirm': {
    'QR sign-in, letters': openedSignedIn('/login/qr/confirm'),
    'QR sign-in, letters, empty': async (browser) => {
      await signIn(browser)
      await refusedEmpty('/login/qr/confirm')(browser)
    },
    'QR sign-in, asked on the phone': opening(),
    'QR sign-in, which number': opening([17, 42, 93]),
    'QR sign-in, wrong number': async (browser) => {
      await opening([17, 42, 93])(browser)
      browser.fake.answer('confirmQrcode', refuse('qrcode_wrong_number', {}))
      over(browser, 'denied')
      await browser.send({ number: '17' })
      refused(browser)
    },
    'QR sign-in, scanned by another': async (browser) => {
      over(browser, 'scanned')
      await openedSignedIn(confirming)(browser)
      refused(browser)
    },
  },
}
