import type { Person } from '#account-api/accounts/sessions/person'
import { limitedClientAddress } from '#account-api/kernel/limits/client-address'
import { type Poured, pourAll, uncount } from '#account-api/kernel/limits/leaky-bucket'
import { tally } from '#account-api/kernel/limits/rolling'
import { type TooManyRequests, tooManyRequests } from '#account-api/kernel/limits/too-many'
import { markedWrite } from '#account-api/kernel/service'
import type { Service } from '#account-api/sign-in/service'
import type { qrEnds } from '#contract/sign-in/qr'
import { isTyped, scannableOf } from './letters'
import { purposeOf, type QrPurpose } from './purpose'
import type { QrCodeRecord } from './qr-code-store'
import { qrRule } from './show'

/**
 * From this number of wrong letters in an hour, over all accounts, only pictures are accepted, to slow down guessing.
 */
const mostWrongLettersInAll = 3000

/** A signed-in person, and the token that their phone has scanned or they have typed. */
export interface Scan {
  person: Person
  purpose: QrPurpose
  token: string
  clientAddress: string
}

export type NotScanned =
  | { ok: false; code: 'no_such_qrcode' }
  | { ok: false; code: 'qrcode_for_other'; purpose: QrPurpose }
  | { ok: false; code: 'qrcode_over'; state: (typeof qrEnds)[number] }
  | TooManyRequests

export type Scanned = { ok: true; code: QrCodeRecord } | NotScanned

/** A code that this session may decide on. Letters that belong to no code count as a guess. */
export const findQrCode = async (service: Service, scan: Scan): Promise<Scanned> => {
  const { deployment, storage } = service
  const { person, token, purpose } = scan
  const at = deployment.now()
  const guess = isTyped(token) ? await countGuess(service, scan, at) : undefined
  if (guess?.until !== undefined) return tooManyRequests(deployment, guess.until)
  const code = await storage.qrCodes.find(scannableOf(deployment, token), at)
  if (!code) return { ok: false, code: 'no_such_qrcode' }
  await guess?.uncount()
  const isFor = purposeOf(code)
  if (isFor !== purpose) return { ok: false, code: 'qrcode_for_other', purpose: isFor }
  return judge(code, person)
}

/** Counts letters as wrong until they turn out to be correct. */
const countGuess = async ({ storage }: Service, { person, clientAddress }: Scan, at: number) => {
  const poured: Poured[] = [
    { name: 'wrongLettersOfAnAccount', subject: person.account.id },
    { name: 'wrongLettersFromAClientAddress', subject: limitedClientAddress(clientAddress) },
  ]
  const until = await pourAll(storage, poured, at)
  if (until !== undefined) return { until, uncount: async () => undefined }
  const inAll = { name: 'wrongLettersInAll', subject: 'wrong' } as const
  const tallies = await tally(storage, { add: [inAll] }, at)
  const uncountGuess = async () => {
    await tallies.uncount()
    for (const each of poured) await uncount(storage, each)
  }
  const { total, freeAt } = tallies.of(inAll)
  return { until: total > mostWrongLettersInAll ? freeAt(mostWrongLettersInAll) : undefined, uncount: uncountGuess }
}

/** A session other than the one that scanned a code sees only that it has ended. */
const judge = (code: QrCodeRecord, { session }: Person): Scanned => {
  const isOwn = code.sessionId === session.id
  if (code.state === 'new' || (code.state === 'scanned' && isOwn)) return { ok: true, code }
  return { ok: false, code: 'qrcode_over', state: code.state }
}

export const scannerOf = ({ account, session }: Person) => ({ accountId: account.id, sessionId: session.id })

/** Reserves the code for this session. A second click finds it reserved by the same session. */
export const scanQrCode = async (service: Service, scan: Scan): Promise<Scanned> => {
  const { deployment } = service
  const found = await findQrCode(service, scan)
  if (!found.ok || found.code.state === 'scanned') return found
  const { pollingHash } = found.code
  const scanner = scannerOf(scan.person)
  if (await markedWrite(service, ({ qrCodes }) => qrCodes.scan(pollingHash, scanner, deployment.now())))
    return { ok: true, code: { ...found.code, state: 'scanned', ...scanner } }
  return againAfterRace(service, pollingHash, scan.person)
}

export type WrongNumber = { ok: false; code: 'qrcode_wrong_number' }
export type Decided = { ok: true } | NotScanned | WrongNumber

export type Confirmation = Scan & { matchingNumber: number | undefined }

/**
 * Checks a confirmation of a code that this session has scanned. A wrong number ends the code, because a person in
 * front of the screen knows the correct one.
 * @returns no code for the second of two clicks
 */
export const judgeConfirmation = async (
  service: Service,
  { matchingNumber, ...scan }: Confirmation,
): Promise<{ ok: true; code?: QrCodeRecord } | NotScanned | WrongNumber> => {
  const found = await findQrCode(service, scan)
  if (!found.ok) {
    const isAgain = found.code === 'qrcode_over' && (await isOwnDecision(service, scan, ['confirmed', 'used']))
    return isAgain ? { ok: true } : found
  }
  const { state } = found.code
  // A code cannot be confirmed before it is scanned, because `scan` shows what it is for.
  if (state === 'new') return { ok: false, code: 'no_such_qrcode' }
  if (matchingNumber !== found.code.matchingNumber) {
    await deny(service, found.code, scan.person)
    return { ok: false, code: 'qrcode_wrong_number' }
  }
  return found
}

export const confirmQrCode = async (service: Service, confirmation: Confirmation): Promise<Decided> => {
  const judged = await judgeConfirmation(service, confirmation)
  if (!judged.ok || !judged.code) return judged.ok ? { ok: true } : judged
  return confirmJudged(service, confirmation, judged.code)
}

/** Confirms a code whose confirmation was checked, with the proof of the session that scanned it. */
export const confirmJudged = async (
  service: Service,
  confirmation: Confirmation,
  { pollingHash, expiresAt }: QrCodeRecord,
): Promise<{ ok: true } | NotScanned> => {
  const { deployment } = service
  const { person } = confirmation
  const at = deployment.now()
  const waits = Math.max(expiresAt, at + qrRule.waitsMs)
  const { provenAt } = person.session
  const confirmed = { ...scannerOf(person), provenAt, moves: null, at, expiresAt: waits }
  if (await markedWrite(service, ({ qrCodes }) => qrCodes.confirm(pollingHash, confirmed))) return { ok: true }
  return afterRace(service, confirmation, { pollingHash, decided: ['confirmed', 'used'] })
}

/** The answer to a decision that came after another call: the answer to the first click, or that the code has ended. */
export const afterRace = async (
  service: Service,
  scan: Scan,
  { pollingHash, decided }: { pollingHash: string; decided: readonly QrCodeRecord['state'][] },
): Promise<{ ok: true } | NotScanned> => {
  if (await isOwnDecision(service, scan, decided)) return { ok: true }
  const now = await againAfterRace(service, pollingHash, scan.person)
  return now.ok ? { ok: false, code: 'no_such_qrcode' } : now
}

/** Denies a code, scanned or not, until somebody has signed in by it. */
export const denyQrCode = async (service: Service, scan: Scan): Promise<Decided> => {
  const { deployment, storage } = service
  const found = await findQrCode(service, scan)
  if (!found.ok && found.code !== 'qrcode_over') return found
  const code = found.ok ? found.code : await storage.qrCodes.find(scannableOf(deployment, scan.token), deployment.now())
  if (!code) return { ok: false, code: 'no_such_qrcode' }
  if (await deny(service, code, scan.person)) return { ok: true }
  return afterRace(service, scan, { pollingHash: code.pollingHash, decided: ['denied'] })
}

/** False: somebody has signed in by it, or it has ended. */
const deny = (service: Service, { pollingHash }: Pick<QrCodeRecord, 'pollingHash'>, person: Person): Promise<boolean> =>
  markedWrite(service, ({ qrCodes, deployment }) => qrCodes.deny(pollingHash, scannerOf(person), deployment.now()))

/** True when this session has already decided the same: the second of two clicks. */
const isOwnDecision = async (
  { deployment, storage }: Service,
  { person, token }: Scan,
  states: readonly QrCodeRecord['state'][],
): Promise<boolean> => {
  const code = await storage.qrCodes.find(scannableOf(deployment, token), deployment.now())
  return code !== undefined && code.sessionId === person.session.id && states.includes(code.state)
}

/** The state of a code after another call was first. */
const againAfterRace = async ({ deployment, storage }: Service, hash: string, person: Person): Promise<Scanned> => {
  const code = await storage.qrCodes.poll(hash)
  return code && code.expiresAt > deployment.now() ? judge(code, person) : { ok: false, code: 'no_such_qrcode' }
}
