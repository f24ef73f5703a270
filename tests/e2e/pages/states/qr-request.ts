import { openScopes } from '../../../../contract/open-scopes'
import { done, refuse } from '../../../../contract/server'
import { asked } from './authorise'
import { day, longName, masked, opened, openedSignedIn, type Reach, refused, type States, told } from './state'

const half = 'h'.repeat(22)
const confirming = `/login/qr/authorize?token=${half}`
const request = '/login/authorize/a-request-of-an-application'

type Status = 'new' | 'scanned' | 'confirmed' | 'denied' | 'expired'

/** A browser that shows a code, and how the account API says that the code stands. */
const shown =
  (status: Status): Reach =>
  async (browser) => {
    const qrcode_url = `http://localhost:3000${confirming}`
    const code = { token: half, qrcode_url, letters: 'BCDFGHJK', matching_number: 42, expires_at: day }
    browser.fake.answer('openAuthInfo', done({ ...asked, person: null, needs: ['sign_in'] }))
    browser.fake.answer('openQrGet', done(code))
    browser.fake.answer('openQrCheck', done({ status, expires_at: day }))
    await browser.open(`${request}/qr`)
    await browser.send()
  }

/** What a phone is asked that has opened a code, and then scanned it. */
const opening =
  (matching_numbers: number[] = [], name = 'Orchard'): Reach =>
  async (browser) => {
    browser.fake.answer(
      'openQrToScan',
      done({
        status: matching_numbers.length > 0 ? ('scanned' as const) : ('new' as const),
        client: { browser: 'Firefox', system: 'Windows' },
        address: '203.0.113.7',
        asked_at: day,
        expires_at: day,
        matching_numbers,
        time_zone: 'Asia/Shanghai',
        asker: { ...asked.client, name, is_verified: name === 'Orchard', owner: name === 'Orchard' ? null : longName },
        scopes: Object.entries(openScopes).map(([scope, { isSensitive }]) => ({
          scope: scope as keyof typeof openScopes,
          is_sensitive: isSensitive,
          value: scope.startsWith('mobile') ? masked.mobile : null,
        })),
        needs_proof: name !== 'Orchard',
      }),
    )
    await openedSignedIn(confirming)(browser)
  }

/** Answering an application as whoever is signed in on a phone, by a QR code. */
export const qrRequestStates: States = {
  [`${request}/qr`]: {
    'application by QR code': async (browser) => {
      browser.fake.answer('openAuthInfo', done({ ...asked, person: null, needs: ['sign_in'] }))
      await opened(`${request}/qr`)(browser)
    },
    'application by QR code, too many codes': async (browser) => {
      browser.fake.answer('openAuthInfo', done({ ...asked, person: null, needs: ['sign_in'] }))
      browser.fake.answer('openQrGet', refuse('too_many_requests', { retry_after: 10 }))
      await browser.open(`${request}/qr`)
      await browser.send()
      refused(browser)
    },
  },
  [`${request}/qr/code`]: {
    'application by QR code, code': shown('new'),
    'application by QR code, code scanned': shown('scanned'),
    'application by QR code, code confirmed': shown('confirmed'),
    'application by QR code, code refused': shown('denied'),
    'application by QR code, code expired': shown('expired'),
    'application by QR code, not confirmed yet': async (browser) => {
      await shown('new')(browser)
      await browser.send()
      told(browser)
    },
  },
  [`${request}/qr/code/text`]: {
    'application by QR code, code as text': async (browser) => {
      await shown('new')(browser)
      await browser.open(`${request}/qr/code/text`)
    },
  },
  '/login/qr/authorize': {
    'application by QR code, asked on the phone': opening(),
    'application by QR code, asked by one that nobody knows': opening([], longName),
    'application by QR code, which number': opening([17, 42, 93]),
    'application by QR code, wrong number': async (browser) => {
      await opening([17, 42, 93])(browser)
      browser.fake.answer('openQrConfirm', refuse('qrcode_wrong_number', {}))
      browser.fake.answer('openQrToScan', refuse('qrcode_over', { state: 'denied' }))
      await browser.send({ number: '17' })
      refused(browser)
    },
    'application by QR code, scanned by another': async (browser) => {
      browser.fake.answer('openQrToScan', refuse('qrcode_over', { state: 'scanned' }))
      await openedSignedIn(confirming)(browser)
      refused(browser)
    },
    'application by QR code, for another account': async (browser) => {
      browser.fake.answer('openQrToScan', refuse('open_request_for_other', {}))
      await openedSignedIn(confirming)(browser)
      refused(browser)
    },
  },
}
