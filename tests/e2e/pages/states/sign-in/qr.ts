import { openScopes } from '#contract/applications/open-scopes'
import { done, refuse } from '#contract/server'
import { askedBy, half, newCode } from '#tests/app/qr-codes/qr-codes'
import { day, longName, masked, signInNeeded, tooManyRequests } from '#tests/e2e/pages/states/samples'
import type { Reach, States } from '#tests/e2e/pages/states/state'
import {
  given,
  opened,
  refused,
  refusedBy,
  refusedEmpty,
  sent,
  signedInAt,
  signedInTo,
  signIn,
  told,
  walk,
  wrong,
} from '#tests/e2e/pages/states/steps'
import { asked } from './authorise'

type Status = 'new' | 'scanned' | 'confirmed' | 'denied' | 'expired'

/** The states of the pages of a code, by how the account API reports the state of the code. */
const codeStates = (at: string, name: string, shown: (status: Status) => Reach, confirmed: string): States => ({
  [`${at}/code`]: {
    [`${name}, code`]: shown('new'),
    [`${name}, code scanned`]: shown('scanned'),
    [`${name}, ${confirmed}`]: shown('confirmed'),
    [`${name}, code expired`]: shown('expired'),
    [`${name}, not confirmed yet`]: walk(shown('new'), sent(), told),
  },
  [`${at}/code/text`]: { [`${name}, code as text`]: walk(shown('new'), opened(`${at}/code/text`)) },
})

/** The answers to a phone that has opened a code, and then scanned it. */
const codeAt = <More extends object>(numbers: number[], more: More) => {
  const status = numbers.length > 0 ? ('scanned' as const) : ('new' as const)
  return askedBy(numbers, { status, time_zone: 'Asia/Shanghai', ...more })
}

/** A phone opens a code. */
const openedByPhone = (path: string): Reach => signedInAt(`${path}?token=${half}`)

const numbers = [17, 42, 93]
const wrongNumber = refuse('qrcode_wrong_number', {})
const overBy = (state: 'denied' | 'scanned') => refuse('qrcode_over', { state })

/** A phone opens a code that another phone has scanned. */
const scannedBefore = (path: string, call: 'toScanQrcode' | 'toScanChangeBindQrcode' | 'openQrToScan'): Reach =>
  walk(given({ [call]: overBy('scanned') }), openedByPhone(path), refused)

const shown = (status: Status): Reach =>
  walk(
    opened('/login/qr', {
      getQrcode: newCode(`/login/qr/confirm?token=${half}`),
      checkQrconnect: done({ status, expires_at: day, masked: status === 'confirmed' ? masked.mobile : null }),
    }),
    sent(),
  )

/** A code of an account API that has neither letters nor numbers. */
const shownBare: Reach = walk(
  opened('/login/qr', {
    getQrcode: done({ token: half, qrcode_url: `https://x.example/login/qr/confirm?token=${half}`, expires_at: day }),
    checkQrconnect: done({ status: 'new', expires_at: day }),
  }),
  sent(),
)

const opening = (matching_numbers: number[] = [], more: { status?: 'scanned' } = {}): Reach =>
  walk(given({ toScanQrcode: codeAt(matching_numbers, more) }), openedByPhone('/login/qr/confirm'))

const signInCodes = codeStates('/login/qr', 'QR sign-in', shown, 'code confirmed')

/** Signing in at another screen, by a QR code. */
export const qrStates: States = {
  '/login/qr': {
    'QR sign-in': opened('/login/qr'),
    'QR sign-in, too many codes': walk(opened('/login/qr'), refusedBy({ getQrcode: tooManyRequests })),
  },
  ...signInCodes,
  '/login/qr/code': { ...signInCodes['/login/qr/code'], 'QR sign-in, code without letters and number': shownBare },
  '/login/qr/confirm': {
    'QR sign-in, letters': signedInAt('/login/qr/confirm'),
    'QR sign-in, letters, empty': walk(signIn(), refusedEmpty('/login/qr/confirm')),
    'QR sign-in, asked on the phone': opening(),
    'QR sign-in, which number': opening(numbers),
    'QR sign-in, asked without numbers': opening([], { status: 'scanned' }),
    'QR sign-in, wrong number': walk(
      opening(numbers),
      refusedBy({ confirmQrcode: wrongNumber, toScanQrcode: overBy('denied') }, { number: '17' }),
    ),
    'QR sign-in, scanned by another': scannedBefore('/login/qr/confirm', 'toScanQrcode'),
  },
}

const giver = { username: 'm***i', mobile: '+86 138****0000', email: null }
const agreed = { moves: { platform: 'mobile' as const, name: '+86 138****0000' }, from: giver }

const moveShown = (status: Status): Reach =>
  walk(
    signedInTo('/settings/move', {
      getChangeBindQrcode: newCode(`/login/qr/move?token=${half}`),
      checkChangeBindQrcode: done({ status, expires_at: day, ...(status === 'confirmed' && agreed) }),
    }),
    sent(),
  )

const held = { platform: 'email' as const, name: 'a***@example.com', obstacle: 'already_bound' as const }

const moveOpening = (matching_numbers: number[], obstacle: 'last_way' | null = null): Reach =>
  walk(
    given({
      toScanChangeBindQrcode: codeAt(matching_numbers, {
        to: { username: 'b***o', mobile: null, email: 'b***@example.com' },
        methods: [{ platform: 'mobile', name: '+86 138****0000', obstacle }, ...(obstacle === null ? [held] : [])],
      }),
    }),
    openedByPhone('/login/qr/move'),
  )

/** Moving a number or an email to another account, by a QR code. */
export const qrMoveStates: States = {
  '/settings/move': {
    'Move here': signedInAt('/settings/move'),
    'Move here, too many codes': walk(
      signedInAt('/settings/move'),
      refusedBy({ getChangeBindQrcode: tooManyRequests }),
    ),
  },
  ...codeStates('/settings/move', 'Move here', moveShown, 'what would move'),
  '/login/qr/move': {
    'Move away, asked on the phone': moveOpening([]),
    'Move away, what and which number': moveOpening(numbers),
    'Move away, nothing can move': moveOpening([], 'last_way'),
    'Move away, nothing chosen': walk(moveOpening(numbers), wrong({ number: '17' })),
    'Move away, wrong number': walk(
      moveOpening(numbers),
      refusedBy(
        { confirmChangeBindQrcode: wrongNumber, toScanChangeBindQrcode: overBy('denied') },
        { number: '17', platform: 'mobile' },
      ),
    ),
    'Move away, scanned by another': scannedBefore('/login/qr/move', 'toScanChangeBindQrcode'),
  },
}

const request = '/login/authorize/a-request-of-an-application'

/** Somebody who is signed out opens the page of codes of a request. */
const requested: Reach = opened(`${request}/qr`, { openAuthInfo: done({ ...asked, ...signInNeeded }) })

const requestShown = (status: Status): Reach =>
  walk(
    requested,
    given({
      openQrGet: newCode(`/login/qr/authorize?token=${half}`),
      openQrCheck: done({ status, expires_at: day }),
    }),
    sent(),
  )

const scopes = Object.entries(openScopes).map(([scope, { isSensitive }]) => ({
  scope: scope as keyof typeof openScopes,
  is_sensitive: isSensitive,
  value: scope.startsWith('mobile') ? masked.mobile : null,
}))

const stranger = { ...asked.client, name: longName, is_verified: false, owner: longName }

const requestOpening = (matching_numbers: number[] = [], asker = asked.client): Reach =>
  walk(
    given({ openQrToScan: codeAt(matching_numbers, { asker, scopes, needs_proof: asker === stranger }) }),
    openedByPhone('/login/qr/authorize'),
  )

/** Answering an application as anyone who is signed in on a phone, by a QR code. */
export const qrRequestStates: States = {
  [`${request}/qr`]: {
    'application by QR code': requested,
    'application by QR code, too many codes': walk(requested, refusedBy({ openQrGet: tooManyRequests })),
  },
  ...codeStates(`${request}/qr`, 'application by QR code', requestShown, 'code confirmed'),
  '/login/qr/authorize': {
    'application by QR code, asked on the phone': requestOpening(),
    'application by QR code, asked by one that nobody knows': requestOpening([], stranger),
    'application by QR code, which number': requestOpening(numbers),
    'application by QR code, wrong number': walk(
      requestOpening(numbers),
      refusedBy({ openQrConfirm: wrongNumber, openQrToScan: overBy('denied') }, { number: '17' }),
    ),
    'application by QR code, scanned by another': scannedBefore('/login/qr/authorize', 'openQrToScan'),
    'application by QR code, for another account': walk(
      given({ openQrToScan: refuse('open_request_for_other', {}) }),
      openedByPhone('/login/qr/authorize'),
      refused,
    ),
  },
}
