import { z } from 'zod'
import { call } from '#contract/call'
import { matchingNumber, pollingHalf, qrAsking, qrShown, qrStatus, scannedHalf } from '#contract/sign-in/qr-fields'
import { flag, moment, no, shownAddress, ticket, yes } from '#contract/terms/fields'
import { reads } from '#contract/terms/power'
import { openClient, openRequest, shownScope } from './open-fields'

const requestErrors = ['no_such_open_request', 'open_request_elsewhere', 'no_such_client'] as const

export const openQrGet = call({
  name: 'openQrGet',
  power: { proof: 'none', tells: [], undoneBy: 'nothing', limit: 'qrCodes' },
  summary:
    'Returns a QR code: the polling token, the URL to draw, and letters to type. A signed-in phone that scans it lets this browser answer a request of an application.',
  method: 'GET',
  path: '/passport/open/qr/get',
  harmless: false,
  input: z.object(openRequest),
  output: qrShown,
  errors: requestErrors,
})

export const openQrCheck = call({
  name: 'openQrCheck',
  power: reads('none'),
  summary:
    'Returns the state of the QR code of a request, for the browser that began the request. After the confirmation, it returns a ticket of the person who confirmed it, for this request alone. It returns the ticket once, and only while the session that confirmed it is alive. With look=1 it only reads the state.',
  method: 'GET',
  path: '/passport/open/qr/check',
  input: z.object({ token: pollingHalf, ...openRequest, look: flag }),
  output: z.object({
    status: qrStatus,
    expires_at: moment,
    auth_ticket: ticket.nullable().default(null),
  }),
  errors: requestErrors,
})

/** The application, the scopes that it requests, and the screen. */
const askingToAnswer = qrAsking.extend({
  asker: openClient.prefault({}),
  scopes: z
    .array(
      shownScope.extend({
        /** The value that the application would learn. Null: none. */
        value: shownAddress,
      }),
    )
    .default([]),
  /** True when the application requires a proof that this session does not have yet. */
  needs_proof: no,
})

const scanErrors = [
  'no_such_qrcode',
  'qrcode_over',
  'qrcode_for_other',
  'no_such_open_request',
  'no_such_client',
  'open_request_for_other',
] as const

export const openQrToScan = call({
  name: 'openQrToScan',
  power: reads('session'),
  summary:
    'Returns what the QR code of a request would share, with the values of the viewer, before it is scanned. Changes nothing.',
  method: 'GET',
  path: '/passport/open/qr/to_scan',
  input: z.object({ token: scannedHalf }),
  output: askingToAnswer,
  errors: scanErrors,
  auth: 'user',
})

export const openQrScan = call({
  name: 'openQrScan',
  power: { proof: 'session', tells: [], undoneBy: 'ended', limit: 'qrCodes' },
  summary: 'Scans the QR code: from now on only this session can confirm or deny it.',
  path: '/passport/open/qr/scan',
  input: z.object({ token: scannedHalf }),
  output: askingToAnswer,
  errors: scanErrors,
  auth: 'user',
  event: 'if_changed',
})

export const openQrConfirm = call({
  name: 'openQrConfirm',
  power: { proof: 'asked', act: 'service', tells: [], undoneBy: 'ended', limit: 'qrCodes' },
  summary:
    'Lets the other screen answer the request as this person, given the number on that screen; a wrong number ends the code. The session needs the proof that the application requires. With deny=1, denies the code at any time until it is used.',
  path: '/passport/open/qr/confirm',
  input: z.object({ token: scannedHalf, matching_number: matchingNumber.optional(), deny: flag }),
  output: z.object({ done: yes }),
  errors: [...scanErrors, 'qrcode_wrong_number', 'second_verification_required'],
  auth: 'user',
  event: 'if_changed',
})
