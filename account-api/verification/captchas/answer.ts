import { ofVisitor, type Poured, pourAll, uncount } from '#account-api/kernel/limits/leaky-bucket'
import { count, counted, limits } from '#account-api/kernel/limits/limits'
import { hashToken } from '#account-api/kernel/random'
import { issueTicket } from '#account-api/kernel/tickets/ticket'
import type { TicketRecord } from '#account-api/kernel/tickets/ticket-store'
import { hours, seconds, secondsUntil } from '#account-api/kernel/time'
import {
  inTransaction,
  type Rule,
  type Service,
  type Stores,
  type Transaction,
} from '#account-api/verification/service'
import { plainDigits } from '#rules/typed/text'
import type { CaptchaTry } from './captcha-store'
import { type Decided, decisionPurpose, solvedPurpose, solvedValue } from './challenge'
import { type Answer, fits, type Solved } from './puzzle'

/** How long a decision accepts no answer, by the number of wrong ones. After the last pause it has ended. */
const pauseMs: Record<number, number> = { 3: seconds(2), 4: seconds(5) }

const mostAnswers = limits.answersToADecision.most

interface Answered {
  id: string
  visitor: string
  clientAddress: string
}

/** Undefined: the challenge has ended. */
export type Judged =
  | { ok: true; ticket: string }
  | { ok: false; code: 'wrong'; triesLeft: number }
  | { ok: false; code: 'too_soon'; retryAfter: number }
  | undefined

/** Thrown inside the transaction, so an answer that is not checked uses up no attempt. */
class TooSoon extends Error {
  constructor(readonly until: number) {
    super('too soon')
  }
}

/**
 * Checks an answer. Every answer, even a correct one, uses up an attempt of its challenge, of its decision, and of the
 * client address and network. A decision accepts five wrong answers, and after the third each has to wait longer. When
 * it is solved, it returns, once, a ticket that lets one call pass.
 */
export const answerChallenge = async (
  service: Service,
  { answer, ...answered }: Answered & { answer: Answer },
): Promise<Judged> =>
  unlessTooSoon(service, async () => {
    const judge = inTransaction<Answered, Judged>(async (stores, input) => {
      const begun = await begin(stores, input)
      return begun && end(stores, { ...begun, isRight: isRight(begun.tried, answer) })
    })
    return judge(service, answered)
  })

/**
 * Checks a challenge by the token of a vendor's captcha. The vendor is asked outside of a transaction, which would have
 * to wait. A token is accepted once, whatever the vendor says about it later.
 */
export const answerByVendor = async (
  service: Service,
  { token, ...answered }: Answered & { token: string },
): Promise<Judged> =>
  unlessTooSoon(service, async () => {
    const { deployment, storage } = service
    const { judgeVendorToken } = deployment
    const at = deployment.now()
    const begun = await inTransaction(begin)(service, answered)
    if (!begun) return undefined
    const isRight =
      judgeVendorToken !== undefined &&
      (await storage.nonces.add(hashToken(`vendor token ${token}`), { signedAt: at, expiresAt: at + hours(1) })) ===
        'new' &&
      (await judgeVendorToken(token, answered.clientAddress))
    return inTransaction(end)(service, { ...begun, isRight })
  })

const unlessTooSoon = async ({ deployment }: Service, judge: () => Promise<Judged>): Promise<Judged> => {
  try {
    return await judge()
  } catch (error) {
    if (!(error instanceof TooSoon)) throw error
    return { ok: false, code: 'too_soon', retryAfter: secondsUntil(deployment, error.until) }
  }
}

interface Begun {
  id: string
  tried: CaptchaTry
  /** The answers of its decision so far, including this one. */
  answers: number
  poured: readonly Poured[]
}

/** Counts an answer. Rows are locked in this order everywhere: challenge, client address, network, decision. */
const begin: Rule<Answered, Begun | undefined> = async (stores, { id, visitor, clientAddress }) => {
  const at = stores.deployment.now()
  const tried = await stores.captchas.takeTry(id, { visitor, at })
  if (!tried) return undefined
  const { decision } = tried
  const poured = ofVisitor('captchas', clientAddress)
  const until = await pourAll(stores, poured, at)
  if (until !== undefined) throw new TooSoon(until)
  const { within } = await count(stores, 'answersToADecision', { subject: decision, at })
  if (!within) return undefined
  const answers = await counted(stores, 'answersToADecision', { subject: decision, at })
  const pausedMs = pauseMs[answers - 1] ?? 0
  if (await isPaused(stores, decision, at)) throw new TooSoon(at + pausedMs)
  return { id, tried, answers, poured }
}

/** Solves the challenge and its decision, or returns how many attempts are left. */
const end: Rule<Begun & { isRight: boolean }, Judged> = async (stores, { isRight, ...begun }) => {
  const { tried, answers } = begun
  if (isRight) return solve(stores, begun)
  const at = stores.deployment.now()
  const { decision } = tried
  const left = mostAnswers - answers
  if (left <= 0) await endDecision(stores, decision, at)
  else await pause(stores, { decision, answers, at })
  return { ok: false, code: 'wrong', triesLeft: Math.min(tried.triesLeft, left) }
}

const solve = async (stores: Transaction, { id, tried: { decision }, poured }: Begun): Promise<Judged> => {
  const at = stores.deployment.now()
  if (!(await stores.captchas.solve(id, at))) return undefined
  // The counted wrong answers of others at the same client address stay.
  for (const each of poured) await uncount(stores, each)
  return passDecision(stores, decision)
}

/** Ends a decision with a ticket that lets one call pass. Undefined: it has already ended. */
export const passDecision: Rule<string, Judged> = async (stores, decision) => {
  const decided = await endDecision(stores, decision, stores.deployment.now())
  if (!decided) return undefined
  const value = solvedValue(JSON.parse(decided.value) as Decided)
  return { ok: true, ticket: await issueTicket(stores, { purpose: solvedPurpose, value }) }
}

/** Uses up a decision, so no other challenge of it can be solved. */
const endDecision = (stores: Stores, decision: string, at: number): Promise<TicketRecord | undefined> =>
  stores.tickets.redeem(decision, { purposes: [decisionPurpose], at })

const pauseKey = (decision: string): string => `captchaPause:${decision}`

const pause = async (
  stores: Stores,
  { decision, answers, at }: { decision: string; answers: number; at: number },
): Promise<void> => {
  const durationMs = pauseMs[answers]
  if (durationMs !== undefined) await stores.counters.add(pauseKey(decision), { subject: null, at, durationMs, cap: 0 })
}

const isPaused = async (stores: Stores, decision: string, at: number): Promise<boolean> =>
  (await stores.counters.read(pauseKey(decision), at)) > 0

const isRight = (kept: { subtype: string; solution: string; spoken: string }, answer: Answer): boolean => {
  const text = answer.text === undefined ? undefined : plainDigits(answer.text).replace(/\s/g, '').toUpperCase()
  const solved = { subtype: kept.subtype, solution: JSON.parse(kept.solution) } as Solved
  return text === kept.spoken || fits(solved, { ...answer, text })
}
