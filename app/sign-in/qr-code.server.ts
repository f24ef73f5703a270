import type { Calls } from '../../contract/calls'
import type { Answer } from '../../contract/client'
import { api } from '../api.server'
import type { Args } from '../load-context'

/** Asks for a QR code that leads to a return address, and answers what the flow keeps of it. */
export const askForQrCode = async (args: Args, next: string | undefined) => {
  const leadsTo = next === undefined ? {} : { next }
  const answer: Answer<Calls['getQrcode']> = await (await api(args)).getQrcode(leadsTo)
  if (!answer.ok) return answer
  const { token, qrcode_url: url, letters, matching_number: number } = answer.data
  return { ok: true as const, code: { token, url, letters, number, shownAtMs: Date.now(), ...leadsTo } }
}

interface Shown {
  token: string
  next?: string | undefined
}

/** Where a QR code of this browser stands. Changes nothing. */
export const lookAtQrCode = async (args: Args, { token, next }: Shown) =>
  (await api(args)).checkQrconnect({ token, ...(next !== undefined && { next }), look: 1 })

/** The same, and signs in if it is confirmed. */
export const enterByQrCode = async (args: Args, { token, next }: Shown) =>
  (await api(args)).checkQrconnect({ token, ...(next !== undefined && { next }) })
