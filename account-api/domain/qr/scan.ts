import type { qrEnds } from '../../../contract/qr'
import { limitedClientAddress } from '../limit/client-address'
import { pour, unpour } from '../limit/leaky-bucket'
import { tally } from '../limit/rolling'
import { type TooManyRequests, tooManyRequests } from '../limit/too-many'
import type { Service } from '../service'
import type { Person } from '../session/person'
import { isTyped, scannableOf } from './letters'
import type { QrCodeRecord } from './qr-code-store'
import { qrRule } from './show'

/** Letters that were wrong in an hour, over all accounts, from which on only pictures are taken: a brake on guessing. */
const mostWrongLettersInAll = 3000

/** A signed-in person, and what their phone has scanned or they have typed. */
export interface Scan {
  person: Person
  token: string
  clientAddress: string
}

export type NotScanned =
  | { ok: false; code: 'no_such_qrcode' }
  | { ok: false; code: 'qrcode_over'; state: (typeof qrEnds)[number] }
  | TooManyRequests

export type Scanned = { ok: true; code: QrCodeRecord } | NotScanned

/** A code that this session may decide on. Whoever typed letters that are those of no code has guessed. */
export const findQrCode = async (service: Service, scan: Scan): Promise<Scanned> => {
  const { setting, storage } = service
  const { person, token } = scan
  const at = setting.now()
  const guess = isTyped(token) ? await countGuess(service, scan, at) : undefined
  if (guess?.until !== undefined) return tooManyRequests(setting, guess.until)
  const code = await storage.qrCodes.find(scannableOf(setting, token), at)
  if (!code) return { ok: false, code: 'no_such_qrcode' }
  await guess?.takeBack()
  return judge(code, person)
}

/** Counts letters as wrong until they turn out to be right. */
const countGuess = async ({ storage }: Service, { person, clientAddress }: Scan, at: number) => {
  const ofAccount = { name: 'wrongLettersOfAnAccount', subject: person.account.id } as const
  const ofAddress = { name: 'wrongLettersFromAClientAddress', subject: limitedClientAddress(clientAddress) } as const
  for (const poured of [ofAccount, ofAddress]) {
    const { within, until } = await pour(storage, poured, at)
    if (!within) return { until, takeBack: async () => undefined }
  }
  const inAll = { name: 'wrongLettersInAll', subject: 'wrong' } as const
  const tallies = await tally(storage, { add: [inAll] }, at)
  const takeBack = async () => {
    await tallies.takeBack()
    for (const poured of [ofAccount, ofAddress]) await unpour(storage, poured)
  }
  const { total, freeAt } = tallies.of(inAll)
  return { until: total > mostWrongLettersInAll ? freeAt(mostWrongLettersInAll) : undefined, takeBack }
}

/** Only the session that has scanned a code sees more of it than how it ended. */
const judge = (code: QrCodeRecord, { session }: Person): Scanned => {
  const isOwn = code.sessionId === session.id
  if (code.state === 'new' || (code.state === 'scanned' && isOwn)) return { ok: true, code }
  return { ok: false, code: 'qrcode_over', state: code.state }
}

const scannerOf = ({ account, session }: Person) => ({ accountId: account.id, sessionId: session.id })

/** Takes a code for this session. A second click finds it taken by itself. */
export const scanQrCode = async (service: Service, scan: Scan): Promise<Scanned> => {
  const { setting, storage } = service
  const found = await findQrCode(service, scan)
  if (!found.ok || found.code.state === 'scanned') return found
  const { pollingHash } = found.code
  const scanner = scannerOf(scan.person)
  if (await storage.qrCodes.scan(pollingHash, scanner, setting.now()))
    return { ok: true, code: { ...found.code, state: 'scanned', ...scanner } }
  return againAfterRace(service, pollingHash, scan.person)
}

type Decided = { ok: true } | NotScanned | { ok: false; code: 'qrcode_wrong_number' }

/** Confirms a code that this session has scanned. A wrong number ends the code: whoever sees the screen knows it. */
export const confirmQrCode = async (
  service: Service,
  { matchingNumber, ...scan }: Scan & { matchingNumber: number | undefined },
): Promise<Decided> => {
  const { setting, storage } = service
  const found = await findQrCode(service, scan)
  if (!found.ok) return (await isOwnDecision(service, scan, ['confirmed', 'used'])) ? { ok: true } : found
  const { pollingHash, state, expiresAt } = found.code
  const at = setting.now()
  const scanner = scannerOf(scan.person)
  // Nobody confirms what they have not scanned: `scan` tells them what it is.
  if (state === 'new') return { ok: false, code: 'no_such_qrcode' }
  if (matchingNumber !== found.code.matchingNumber) {
    await storage.qrCodes.deny(pollingHash, scanner, at)
    return { ok: false, code: 'qrcode_wrong_number' }
  }
  const waits = Math.max(expiresAt, at + qrRule.waitsMs)
  const confirmed = { ...scanner, provenAt: scan.person.session.provenAt, at, expiresAt: waits }
  if (await storage.qrCodes.confirm(pollingHash, confirmed)) return { ok: true }
  const now = await againAfterRace(service, pollingHash, scan.person)
  return now.ok ? { ok: false, code: 'no_such_qrcode' } : now
}

/** Denies a code, whether or not it is scanned, and as long as nobody has signed in by it. */
export const denyQrCode = async (service: Service, scan: Scan): Promise<Decided> => {
  const { setting, storage } = service
  const found = await findQrCode(service, scan)
  if (!found.ok && found.code !== 'qrcode_over') return found
  const code = found.ok ? found.code : await storage.qrCodes.find(scannableOf(setting, scan.token), setting.now())
  if (!code) return { ok: false, code: 'no_such_qrcode' }
  if (await storage.qrCodes.deny(code.pollingHash, scannerOf(scan.person), setting.now())) return { ok: true }
  if (await isOwnDecision(service, scan, ['denied'])) return { ok: true }
  const now = await againAfterRace(service, code.pollingHash, scan.person)
  return now.ok ? { ok: false, code: 'no_such_qrcode' } : now
}

/** Whether this session has decided so before: the second of two clicks. */
const isOwnDecision = async (
  { setting, storage }: Service,
  { person, token }: Scan,
  states: readonly QrCodeRecord['state'][],
): Promise<boolean> => {
  const code = await storage.qrCodes.find(scannableOf(setting, token), setting.now())
  return code !== undefined && code.sessionId === person.session.id && states.includes(code.state)
}

/** How a code stands after another call was first. */
const againAfterRace = async ({ setting, storage }: Service, hash: string, person: Person): Promise<Scanned> => {
  const code = await storage.qrCodes.poll(hash)
  return code && code.expiresAt > setting.now() ? judge(code, person) : { ok: false, code: 'no_such_qrcode' }
}
