import type { Calls } from '../../contract/calls'
import type { Answer } from '../../contract/client'
import { api } from '../api.server'
import type { Args } from '../load-context'

/** Asks for a QR code that leads to a return address, and answers what the flow keeps of it. */
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

/** What the flow of a page keeps of the code that it shows. */
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

/** Where a QR code of this browser stands. Changes nothing. */
export const lookAtQrCode = async (args: Args, { token, next }: Polling) =>
  (await api(args)).checkQrconnect({ token, ...(next !== undefined && { next }), look: 1 })

/** The same, and signs in if it is confirmed. */
export const enterByQrCode = async (args: Args, { token, next }: Polling) =>
  (await api(args)).checkQrconnect({ token, ...(next !== undefined && { next }) })

/** Where a code that moves something stands. Changes nothing. */
export const lookAtMove = async (args: Args, { token }: { token: string }) =>
  (await api(args)).checkChangeBindQrcode({ token, look: 1 })

/** How often the page of a code loads itself where there is no script: less often when nobody was quick. */
const refreshing = { soonSeconds: 5, soonForMs: 60_000, laterSeconds: 15 }

/** What the page of a code shows of it. It loads itself unless its link says not to. */
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
