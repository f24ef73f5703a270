import type { qrPurposes } from '#contract/sign-in/qr'
import type { QrCodeRecord } from './qr-code-store'

export type QrPurpose = (typeof qrPurposes)[number]

/** The purpose of a code, which is accepted by the calls of this purpose alone. */
export const purposeOf = ({ shownBy, openRequest }: Pick<QrCodeRecord, 'shownBy' | 'openRequest'>): QrPurpose => {
  if (openRequest !== null) return 'open_request'
  return shownBy ? 'change_bind' : 'sign_in'
}

/** The page of ours that the picture of a code links to. */
export const scanningPages: Record<QrPurpose, string> = {
  sign_in: '/login/qr/confirm',
  change_bind: '/login/qr/move',
  open_request: '/login/qr/authorize',
}
