import { randomInt } from 'node:crypto'
import type { From } from '#account-api/kernel/from'
import { ofVisitor, pourAll } from '#account-api/kernel/limits/leaky-bucket'
import { tally } from '#account-api/kernel/limits/rolling'
import { hashToken, newToken } from '#account-api/kernel/random'
import { markedWrite } from '#account-api/kernel/service'
import { minutes } from '#account-api/kernel/time'
import type { Service } from '#account-api/sign-in/service'
import { hashLetters, newLetters } from './letters'
import { purposeOf, scanningPages } from './purpose'
import type { Scanner } from './qr-code-store'

export const qrRule = {
  lifetimeMs: minutes(5),
  /** The minimum time that a confirmed code waits for the browser that shows it. */
  waitsMs: minutes(2),
  /** How many codes may be made in 6 minutes: about as many as can wait at once. */
  mostInAll: 50_000,
  numbers: 3,
}

export type ShownQrCode =
  | {
      ok: true
      /** The polling token. Only the requesting browser gets it. */
      token: string
      url: string
      letters: string
      matchingNumber: number
      expiresAt: number
    }
  | { ok: false; until: number }

interface ToShow {
  /** The destination of the sign-in, which polling has to repeat. */
  leadsTo?: string
  /** The account and session that show a code to move a sign-in method to their account. */
  shownBy?: Scanner | null
  /** The application's request that the browser would answer, by the hash of its record. */
  openRequest?: string | null
  from: From
}

/**
 * Makes a QR code that signs in this browser. It needs no session, so it is limited per client address and in total.
 * Only hashes of its tokens and letters are stored.
 */
export const showQrCode = async (
  service: Service,
  { leadsTo = '', shownBy = null, openRequest = null, from }: ToShow,
): Promise<ShownQrCode> => {
  const { deployment, storage } = service
  const at = deployment.now()
  const refused = await refusedUntil(storage, from.clientAddress, at)
  if (refused !== undefined) return { ok: false, until: refused }
  const [token, scanned] = [newToken(128), newToken(128)]
  const matchingNumbers = newNumbers()
  const matchingNumber = matchingNumbers[randomInt(qrRule.numbers)] ?? 0
  const { clientAddress, client } = from
  const times = { createdAt: at, expiresAt: at + qrRule.lifetimeMs }
  const hashes = { pollingHash: hashToken(token), scannedHash: hashToken(scanned) }
  const purpose = { leadsTo, shownBy, openRequest }
  const code = { ...hashes, ...purpose, matchingNumber, matchingNumbers, clientAddress, client, ...times }
  for (;;) {
    const letters = newLetters()
    const lettersHash = hashLetters(deployment, letters)
    const shown = { ...code, lettersHash }
    if (!(await markedWrite(service, ({ qrCodes }) => qrCodes.insert(shown)))) continue
    const url = new URL(scanningPages[purposeOf(purpose)], deployment.publicUrl)
    url.searchParams.set('token', scanned)
    return { ok: true, token, url: url.href, letters, matchingNumber, expiresAt: times.expiresAt }
  }
}

/** Until when this client address, its network or all visitors get no more codes. */
const refusedUntil = async (
  storage: Service['storage'],
  clientAddress: string,
  at: number,
): Promise<number | undefined> => {
  const until = await pourAll(storage, ofVisitor('qrCodes', clientAddress), at)
  if (until !== undefined) return until
  const inAll = { name: 'qrCodesInAll', subject: 'shown' } as const
  const tallies = await tally(storage, { add: [inAll] }, at)
  const { total, freeAt } = tallies.of(inAll)
  if (total <= qrRule.mostInAll) return undefined
  await tallies.uncount()
  return freeAt(qrRule.mostInAll)
}

/** Two-digit numbers, no two of which share a digit in the same position. */
const newNumbers = (): number[] => {
  const numbers: number[] = []
  while (numbers.length < qrRule.numbers) {
    const next = randomInt(10, 100)
    const isAlike = (other: number) => other % 10 === next % 10 || Math.floor(other / 10) === Math.floor(next / 10)
    if (!numbers.some(isAlike)) numbers.push(next)
  }
  return numbers
}
