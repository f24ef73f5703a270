import { randomInt } from 'node:crypto'
import { count } from '#account-api/kernel/limits/limits'
import { hashToken, newToken } from '#account-api/kernel/random'
import { findTicket, issueAskingTicket, redeemTicket } from '#account-api/kernel/tickets/ticket'
import { minutes } from '#account-api/kernel/time'
import type { Service, Stores } from '#account-api/verification/service'
import type { CallName } from '#contract/calls'
import { captchaCodes, captchaSubtypes } from '#contract/verification/captchas'
import type { CaptchaRecord } from './captcha-store'
import type { Drawn, Subtype, Wanted } from './puzzle'

export const captchaRule = { lifetimeMs: minutes(2), tries: 3, spokenDigits: 6 }

/** The reasons for a captcha, each with the subtype of its first challenge. */
export const causes = {
  wrong_passwords: 'text',
  many_codes: 'slide',
  registered_check: '3d',
  unproven_email: 'whirl',
  no_address: 'whirl',
  invitation_list: 'slide',
  many_requests: 'slide',
} as const satisfies Record<string, Subtype>

export interface Decision {
  code: number
  subtype: Subtype
  ticket: string
}

export const decisionPurpose = 'captcha_decision'
export const solvedPurpose = 'captcha_solved'

/** What a decision, and then the ticket of its solved challenge, is valid for: one browser, and one call. */
export interface Decided {
  visitor: string
  call: CallName
}

/** Decides that a captcha is required. The ticket opens challenges for this browser during its lifetime. */
export const decide = async (
  { storage }: Service,
  { cause, visitor, call }: Decided & { cause: keyof typeof causes },
): Promise<Decision> => {
  const subtype = causes[cause]
  const value = JSON.stringify({ subtype, visitor, call })
  const ticket = await issueAskingTicket(storage, { purpose: decisionPurpose, value })
  return { code: captchaCodes[subtype], subtype, ticket }
}

export interface Challenge {
  id: string
  subtype: Subtype
  wanted: Wanted | undefined
  pictures: { part: 'scene' | 'piece'; width: number; height: number }[]
  expiresAt: number
  /** When the decision was made. */
  decidedAt: number
}

export const findDecision = async (
  stores: Stores,
  { ticket, visitor }: { ticket: string; visitor: string },
): Promise<{ subtype: Subtype; at: number } | undefined> => {
  const found = await findTicket(stores, ticket, [decisionPurpose])
  const decided = found && (JSON.parse(found.value) as { subtype: Subtype; visitor: string })
  return decided?.visitor === visitor ? { subtype: decided.subtype, at: found?.at ?? 0 } : undefined
}

/**
 * Opens a challenge for a decision. The first one has the decision's subtype, and each further one the next subtype,
 * unless one is requested, because a person who cannot solve one kind gets another.
 */
export const openChallenge = async (
  { deployment, storage }: Service,
  { ticket, visitor, wanted }: { ticket: string; visitor: string; wanted?: Subtype | undefined },
): Promise<Challenge | undefined> => {
  const at = deployment.now()
  const decided = await findDecision(storage, { ticket, visitor })
  if (!decided) return undefined
  const opened = await storage.counters.read(`challengesOfADecision:${hashToken(ticket)}`, at)
  if (!(await count(storage, 'challengesOfADecision', { subject: hashToken(ticket), at })).within) return undefined
  const first = captchaSubtypes.indexOf(decided.subtype)
  const subtype = wanted ?? (captchaSubtypes[(first + opened) % captchaSubtypes.length] as Subtype)
  const puzzle = await deployment.drawPuzzle(subtype)
  const id = newToken(128)
  const expiresAt = at + captchaRule.lifetimeMs
  const piece = puzzle.subtype === 'slide' ? puzzle.piece : undefined
  await storage.captchas.insert({
    id,
    decision: hashToken(ticket),
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
    decidedAt: decided.at,
  }
}

/** An unfinished challenge of this browser. */
export const findChallenge = (
  { deployment, storage }: Service,
  { id, visitor }: { id: string; visitor: string },
): Promise<CaptchaRecord | undefined> => storage.captchas.find(id, { visitor, at: deployment.now() })

/** Uses up the ticket of a solved challenge. It is valid for the browser and the call that needed the captcha. */
export const isSolved = async (
  { storage }: Service,
  { ticket, visitor, call }: Decided & { ticket: string },
): Promise<boolean> => {
  const redeemed = await redeemTicket(storage, ticket, solvedPurpose)
  return redeemed !== undefined && redeemed.value === solvedValue({ visitor, call })
}

/** The value that the ticket of a solved challenge is bound to. */
export const solvedValue = ({ visitor, call }: Decided): string => `${call} ${visitor}`
