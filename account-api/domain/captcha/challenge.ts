import { randomInt } from 'node:crypto'
import { captchaCodes, captchaSubtypes } from '../../../contract/errors'
import { count } from '../limit/limits'
import { hashToken, newToken } from '../random'
import { inTransaction, type Rule, type Service } from '../service'
import { findTicket, issueTicket, redeemTicket } from '../ticket/ticket'
import { hours, minutes } from '../time'
import type { CaptchaRecord } from './captcha-store'
import { type Answer, type Drawn, fits, type Solved, type Subtype, type Wanted } from './puzzle'

export const captchaRule = { lifetimeMs: minutes(2), tries: 3, spokenDigits: 6 }

/** The causes of a captcha, each with the subtype of its first challenge. */
export const causes = {
  wrong_passwords: 'text',
  many_codes: 'slide',
  registered_check: '3d',
  unproven_email: 'whirl',
} as const satisfies Record<string, Subtype>

export interface Decision {
  code: number
  subtype: Subtype
  ticket: string
}

const decisionPurpose = 'captcha_decision'
const solvedPurpose = 'captcha_solved'

/** Decides that a captcha is needed. The ticket opens challenges for this browser, as long as a ticket lives. */
export const decide = async (
  { setting, storage }: Service,
  { cause, visitor }: { cause: keyof typeof causes; visitor: string },
): Promise<Decision> => {
  const subtype = causes[cause]
  const value = JSON.stringify({ subtype, visitor })
  const ticket = await issueTicket(setting, storage, { purpose: decisionPurpose, value })
  return { code: captchaCodes[subtype], subtype, ticket }
}

export interface Challenge {
  id: string
  subtype: Subtype
  wanted: Wanted | undefined
  pictures: { part: 'scene' | 'piece'; width: number; height: number }[]
  expiresAt: number
}

/**
 * Opens a challenge for a decision. The first one has the decision's subtype, and each further one the next subtype: a
 * person who cannot solve one kind gets another.
 */
export const openChallenge = async (
  { setting, storage }: Service,
  { ticket, visitor }: { ticket: string; visitor: string },
): Promise<Challenge | undefined> => {
  const at = setting.now()
  const decision = await findTicket(setting, storage, ticket, [decisionPurpose])
  const decided = decision && (JSON.parse(decision.value) as { subtype: Subtype; visitor: string })
  if (decided?.visitor !== visitor) return undefined
  const opened = await storage.counters.read(`challengesOfADecision:${hashToken(ticket)}`, at)
  if (!(await count(storage, 'challengesOfADecision', { subject: hashToken(ticket), at })).within) return undefined
  const first = captchaSubtypes.indexOf(decided.subtype)
  const subtype = captchaSubtypes[(first + opened) % captchaSubtypes.length] as Subtype
  const puzzle = await setting.drawPuzzle(subtype)
  const id = newToken(128)
  const expiresAt = at + captchaRule.lifetimeMs
  const piece = puzzle.subtype === 'slide' ? puzzle.piece : undefined
  await storage.captchas.insert({
    id,
    subtype,
    visitor,
    solution: JSON.stringify(puzzle.solution),
    spoken: String(randomInt(10 ** captchaRule.spokenDigits)).padStart(captchaRule.spokenDigits, '0'),
    scene: puzzle.scene.bytes.toString('base64'),
    piece: piece ? piece.bytes.toString('base64') : null,
    at,
    expiresAt,
    tries: captchaRule.tries,
  })
  const sizeOf = (part: 'scene' | 'piece', { width, height }: Drawn) => ({ part, width, height })
  return {
    id,
    subtype,
    wanted: puzzle.subtype === '3d' ? puzzle.solution.wanted : undefined,
    pictures: [sizeOf('scene', puzzle.scene), ...(piece ? [sizeOf('piece', piece)] : [])],
    expiresAt,
  }
}

/** A challenge of this browser that has not ended. */
export const findChallenge = (
  { setting, storage }: Service,
  { id, visitor }: { id: string; visitor: string },
): Promise<CaptchaRecord | undefined> => storage.captchas.find(id, { visitor, at: setting.now() })

/** The challenge that is answered, and the browser that answers it. */
interface Answered {
  id: string
  visitor: string
}

export type Judged = { ok: true; ticket: string } | { ok: false; triesLeft: number }

/**
 * Judges an answer. Every answer uses up a try, even the right one. A challenge is solved once, and then answers a
 * ticket that lets one call through.
 */
export const answerChallenge = inTransaction<Answered & { answer: Answer }, Judged | undefined>(
  async (setting, stores, { id, visitor, answer }) => {
    const tried = await stores.captchas.takeTry(id, { visitor, at: setting.now() })
    if (!tried) return undefined
    return isRight(tried, answer) ? solve(setting, stores, { id, visitor }) : { ok: false, triesLeft: tried.triesLeft }
  },
)

/**
 * Judges a challenge by the token of a vendor's captcha. The vendor is asked outside of a transaction, which would wait
 * for it. A token is accepted once, whatever the vendor says about it later.
 */
export const answerByVendor = async (
  service: Service,
  { id, visitor, token, clientAddress }: Answered & { token: string; clientAddress: string },
): Promise<Judged | undefined> => {
  const { setting, storage } = service
  const { judgeVendorToken } = setting
  const at = setting.now()
  const tried = await storage.captchas.takeTry(id, { visitor, at })
  if (!tried) return undefined
  const isGood =
    judgeVendorToken !== undefined &&
    (await storage.nonces.add(hashToken(`vendor token ${token}`), { signedAt: at, expiresAt: at + hours(1) })) &&
    (await judgeVendorToken(token, clientAddress))
  if (!isGood) return { ok: false, triesLeft: tried.triesLeft }
  return solveByVendor(service, { id, visitor })
}

const solve: Rule<Answered, Judged | undefined> = async (setting, stores, { id, visitor }) => {
  if (!(await stores.captchas.solve(id, setting.now()))) return undefined
  return { ok: true, ticket: await issueTicket(setting, stores, { purpose: solvedPurpose, value: visitor }) }
}

const solveByVendor = inTransaction(solve)

/** Uses up the ticket of a solved challenge. */
export const isSolved = async (
  { setting, storage }: Service,
  { ticket, visitor }: { ticket: string; visitor: string },
): Promise<boolean> => (await redeemTicket(setting, storage, ticket, solvedPurpose))?.value === visitor

const isRight = (kept: { subtype: string; solution: string; spoken: string }, answer: Answer): boolean => {
  const text = answer.text?.normalize('NFKC').replace(/\s/g, '').toUpperCase()
  const solved = { subtype: kept.subtype, solution: JSON.parse(kept.solution) } as Solved
  return text === kept.spoken || fits(solved, { ...answer, text })
}
