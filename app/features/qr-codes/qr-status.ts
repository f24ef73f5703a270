import type { qrStatuses } from '#contract/sign-in/qr'

export type QrStatus = (typeof qrStatuses)[number]

/** True while the phone has yet to confirm a code. */
export const isWaiting = (status: QrStatus): boolean => status === 'new' || status === 'scanned'
