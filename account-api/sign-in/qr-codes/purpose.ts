import type { qrPurposes } from '#contract/sign-in/qr'
import type { QrCodeRecord } from './qr-code-store'

export type QrPurpose = (typeof qrPurposes)[number]

/** What a code is for. Only the calls of this purpose accept it. */
export const purposeOf = ({ shownBy, openRequest }: Pick<QrCodeRecord, 'shownBy' | 'openRequest'>): QrPurpose => {
  if (openRequest !== null) return 'open_request'
  return shownBy ? 'change_bind' : 'sign_in'
}

/** The page of the web app that the picture of a code links to. */
export const scanningPages: Record<QrPurpose, string> = {
  sign_in: '/login/qr/confirm',
  change_bind: '/login/qr/move',
  open_request: '/login/qr/authorize',
}
