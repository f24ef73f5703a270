import type { Calls } from '../../contract/calls'
import type { Answer } from '../../contract/client'
import { api } from '../api.server'
import type { Args } from '../load-context'

/** Asks for a QR code with a return address, and returns the state for the flow. */
export const askForQrCode = async (args: Args, next: string | undefined) => {
  const leadsTo = next === undefined ? {} : { next }
  const answer: Answer<Calls['getQrcode']> = await (await api(args)).getQrcode(leadsTo)
  return answer.ok ? { ok: true as const, code: { ...keptQrCode(answer.data), ...leadsTo } } : answer
}

/** The same for a code that moves a sign-in method to the account that is signed in here. */
export const askForMove = async (args: Args) => {
  const answer: Answer<Calls['getChangeBindQrcode']> = await (await api(args)).getChangeBindQrcode({})
  return answer.ok ? { ok: true as const, code: keptQrCode(answer.data) } : answer
}

interface Shown {
  token: string
  qrcode_url: string
  letters: string
  matching_number: number
}

/** The state that the flow of a page stores of its code. */
export const keptQrCode = ({ token, qrcode_url: url, letters, matching_number: number }: Shown) => ({
  token,
  url,
  letters,
  number,
  shownAtMs: Date.now(),
})

interface Polling {
  token: string
  next?: string | undefined
}

/** The state of a QR code of this browser. Changes nothing. */
export const lookAtQrCode = async (args: Args, { token, next }: Polling) =>
  (await api(args)).checkQrconnect({ token, ...(next !== undefined && { next }), look: 1 })

/** The same, and signs in if the code is confirmed. */
export const enterByQrCode = async (args: Args, { token, next }: Polling) =>
  (await api(args)).checkQrconnect({ token, ...(next !== undefined && { next }) })

/** The state of a code that moves a sign-in method. Changes nothing. */
export const lookAtMove = async (args: Args, { token }: { token: string }) =>
  (await api(args)).checkChangeBindQrcode({ token, look: 1 })

/** How often the page of a code reloads itself without a script: less often after a while. */
const refreshing = { soonSeconds: 5, soonForMs: 60_000, laterSeconds: 15 }

/** The part of a code that its page shows. The page reloads itself unless its link forbids it. */
export const viewOf = (
  { request }: Args,
  { url, letters, number, shownAtMs }: { url: string; letters: string; number: number; shownAtMs: number },
  isWaiting: boolean,
) => {
  const { soonSeconds, soonForMs, laterSeconds } = refreshing
  const isStill = new URL(request.url).searchParams.has('still')
  const { host } = new URL(url)
  return {
    typeAt: `${host}/login/qr/confirm`,
    letters: letters.replace(/^.{4}/, '$& '),
    number,
    ...(isWaiting && !isStill && { refreshSeconds: Date.now() - shownAtMs < soonForMs ? soonSeconds : laterSeconds }),
  }
}
