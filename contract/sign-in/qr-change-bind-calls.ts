import { z } from 'zod'
import { call } from '#contract/call'
import { flag, masked, moment, no, platform, shownAddress, text, yes } from '#contract/terms/fields'
import { reads } from '#contract/terms/power'
import { qrObstacles } from './qr'
import { matchingNumber, pollingHalf, qrAsking, qrShown, qrStatus, scannedHalf } from './qr-fields'

/** One of the two accounts, for a person who may not be signed in to it. */
const maskedAccount = z.object({ username: masked, mobile: shownAddress, email: shownAddress })

/** A sign-in method that moves: a masked address, or the platform's name for the person. */
const moved = z.object({ platform, name: text })

/** The sign-in methods that would move, and the account that gets them. */
const askingToMove = qrAsking.extend({
  to: maskedAccount.prefault({}),
  methods: z.array(moved.extend({ obstacle: z.enum(qrObstacles).nullable().default(null) })).default([]),
})

const scanErrors = ['no_such_qrcode', 'qrcode_over', 'qrcode_for_other', 'qrcode_of_own_account'] as const
const moveErrors = [
  'second_verification_required',
  'nothing_bound',
  'already_bound',
  'last_way',
  'guarded',
  'mail_domain_refused',
  'identifier_off',
] as const

export const getChangeBindQrcode = call({
  name: 'getChangeBindQrcode',
  power: { proof: 'fresh', act: 'binding', guarded: true, tells: [], undoneBy: 'ended', limit: 'qrCodes' },
  summary:
    'Returns a QR code that moves a mobile, an email or a third-party identity from the account of a phone to this one. The session needs a proof within the last 10 minutes.',
  method: 'GET',
  path: 'change_bind/get_qrcode',
  harmless: false,
  input: z.object({}),
  output: qrShown,
  errors: ['second_verification_required'],
  auth: 'user',
})

export const checkChangeBindQrcode = call({
  name: 'checkChangeBindQrcode',
  power: {
    proof: 'asked',
    act: 'binding',
    tells: [
      'mobile_bound',
      'mobile_changed',
      'email_bound',
      'email_changed',
      'platform_bound',
      'mobile_removed',
      'email_removed',
      'platform_removed',
    ],
    undoneBy: 'restored',
    limit: 'qrCodes',
  },
  summary:
    'Returns the state of the QR code of a move to the session that requested it. After the confirmation, it returns what moves and from which account. Without look=1, it also carries the move out once, under the rules of switchBind.',
  method: 'GET',
  path: 'change_bind/check_qrcode',
  input: z.object({ token: pollingHalf, look: flag }),
  output: z.object({
    status: qrStatus,
    expires_at: moment,
    moves: moved.nullable().default(null),
    from: maskedAccount.nullable().default(null),
    done: no,
  }),
  errors: moveErrors,
  auth: 'user',
  event: 'if_changed',
})

export const toScanChangeBindQrcode = call({
  name: 'toScanChangeBindQrcode',
  power: reads('session'),
  summary: 'Returns what the QR code of a move requests, before it is scanned. Changes nothing.',
  method: 'GET',
  path: 'change_bind/to_scan_qrcode',
  input: z.object({ token: scannedHalf }),
  output: askingToMove,
  errors: scanErrors,
  auth: 'user',
})

export const scanChangeBindQrcode = call({
  name: 'scanChangeBindQrcode',
  power: { proof: 'session', tells: [], undoneBy: 'ended', limit: 'qrCodes' },
  summary: 'Scans the QR code: from now on only this session can confirm or deny it.',
  path: 'change_bind/scan_qrcode',
  input: z.object({ token: scannedHalf }),
  output: askingToMove,
  errors: scanErrors,
  auth: 'user',
  event: 'if_changed',
})

export const confirmChangeBindQrcode = call({
  name: 'confirmChangeBindQrcode',
  power: { proof: 'asked', act: 'binding', tells: [], undoneBy: 'ended', limit: 'qrCodes' },
  summary:
    'Agrees to the move of one sign-in method, given the number on the other screen; a wrong number ends the code. The session needs a proof within the last 10 minutes: of the address that moves, or of two factors for a third-party identity. With deny=1, denies the code at any time until it is used.',
  path: 'change_bind/confirm_qrcode',
  input: z.object({
    token: scannedHalf,
    platform: platform.optional(),
    matching_number: matchingNumber.optional(),
    deny: flag,
  }),
  output: z.object({ done: yes }),
  errors: [...scanErrors, 'qrcode_wrong_number', ...moveErrors, 'qrcode_move_unproven'],
  auth: 'user',
  event: 'if_changed',
})
