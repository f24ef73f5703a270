import { done, refuse } from '../../../../contract/server'
import type { AppBrowser } from '../app-browser'
import { day, openedSignedIn, type Reach, refused, type States, signIn, told } from './state'

const half = 'h'.repeat(22)
const confirming = `/login/qr/move?token=${half}`
const giver = { username: 'm***i', mobile: '+86 138****0000', email: null }

type Status = 'new' | 'scanned' | 'confirmed' | 'denied' | 'expired'

const standing = (browser: AppBrowser, status: Status) => {
  const agreed = { moves: { platform: 'mobile', name: '+86 138****0000' }, from: giver }
  const answer = { status, expires_at: day, ...(status === 'confirmed' && agreed) }
  browser.fake.answer('checkChangeBindQrcode', done(answer))
}

/** A browser that shows a code, and how the account API says that the code stands. */
const shown =
  (status: Status): Reach =>
  async (browser) => {
    const qrcode_url = `http://localhost:3000${confirming}`
    const code = { token: half, qrcode_url, letters: 'BCDFGHJK', matching_number: 42, expires_at: day }
    browser.fake.answer('getChangeBindQrcode', done(code))
    standing(browser, status)
    await openedSignedIn('/settings/move')(browser)
    await browser.send()
  }

/** What a phone is asked that has opened a code, and then scanned it. */
const opening =
  (matching_numbers: number[], obstacle: 'last_way' | 'already_bound' | null = null): Reach =>
  async (browser) => {
    browser.fake.answer(
      'toScanChangeBindQrcode',
      done({
        status: matching_numbers.length > 0 ? ('scanned' as const) : ('new' as const),
        client: { browser: 'Firefox', system: 'Windows' },
        address: '203.0.113.7',
        asked_at: day,
        expires_at: day,
        matching_numbers,
        time_zone: 'Asia/Shanghai',
        to: { username: 'b***o', mobile: null, email: 'b***@example.com' },
        methods: [
          { platform: 'mobile', name: '+86 138****0000', obstacle },
          ...(obstacle === null
            ? [{ platform: 'email' as const, name: 'a***@example.com', obstacle: 'already_bound' as const }]
            : []),
        ],
      }),
    )
    await openedSignedIn(confirming)(browser)
  }

/** Moving a number or an email to another account, by a QR code. */
export const qrMoveStates: States = {
  '/settings/move': {
    'Move here': openedSignedIn('/settings/move'),
    'Move here, too many codes': async (browser) => {
      await signIn(browser)
      browser.fake.answer('getChangeBindQrcode', refuse('too_many_requests', { retry_after: 10 }))
      await browser.open('/settings/move')
      await browser.send()
      refused(browser)
    },
  },
  '/settings/move/code': {
    'Move here, code': shown('new'),
    'Move here, code scanned': shown('scanned'),
    'Move here, what would move': shown('confirmed'),
    'Move here, code refused': shown('denied'),
    'Move here, code expired': shown('expired'),
    'Move here, not confirmed yet': async (browser) => {
      await shown('new')(browser)
      await browser.send()
      told(browser)
    },
  },
  '/settings/move/code/text': {
    'Move here, code as text': async (browser) => {
      await shown('new')(browser)
      await browser.open('/settings/move/code/text')
    },
  },
  '/login/qr/move': {
    'Move away, asked on the phone': opening([]),
    'Move away, what and which number': opening([17, 42, 93]),
    'Move away, nothing can move': opening([], 'last_way'),
    'Move away, nothing chosen': async (browser) => {
      await opening([17, 42, 93])(browser)
      await browser.send({ number: '17' })
      refused(browser)
    },
    'Move away, wrong number': async (browser) => {
      await opening([17, 42, 93])(browser)
      browser.fake.answer('confirmChangeBindQrcode', refuse('qrcode_wrong_number', {}))
      browser.fake.answer('toScanChangeBindQrcode', refuse('qrcode_over', { state: 'denied' }))
      await browser.send({ number: '17', platform: 'mobile' })
      refused(browser)
    },
    'Move away, scanned by another': async (browser) => {
      browser.fake.answer('toScanChangeBindQrcode', refuse('qrcode_over', { state: 'scanned' }))
      await openedSignedIn(confirming)(browser)
      refused(browser)
    },
  },
}
