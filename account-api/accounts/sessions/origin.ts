import type { SignInWay } from '#contract/terms/activity'
import { type Factor, factorOfWay } from './factor'

export type Entrance = Factor | 'platform'

export interface Origin {
  /** The sessions that this one was passed on from, from the root to the parent. Empty: it began by a proof. */
  ancestors: readonly string[]
  /** The last real proof: of this session, otherwise of the session that it was passed on from. */
  lastProof: { way: SignInWay; at: number }
  /** The factors that began the root session. This session ends when one of them ends, but has proven none of them. */
  letInBy: readonly Entrance[]
}

/** How often a session may be passed on in a chain before the person has to sign in. */
const mostAncestors = 16

/** The entrance of a session that begins by a proof. Undefined: it begins by another session. */
const entranceOfWay = (way: SignInWay): Entrance | undefined => (way === 'platform' ? 'platform' : factorOfWay[way])

/** The ways that begin a session from another session or a remembered account. */
export const waysPassedOn = ['qr', 'quick', 'app', 'share'] as const satisfies SignInWay[]

export const originOfProof = ({
  way,
  proves,
  at,
}: {
  way: SignInWay
  proves?: readonly Factor[] | undefined
  at: number
}): Origin => {
  const entrance = entranceOfWay(way)
  return { ancestors: [], lastProof: { way, at }, letInBy: proves ?? (entrance ? [entrance] : []) }
}

/**
 * The origin of a session that begins from another one.
 * @returns undefined when it was passed on too often
 */
export const originFrom = ({ id, origin }: { id: string; origin: Origin }): Origin | undefined =>
  origin.ancestors.length < mostAncestors ? { ...origin, ancestors: [...origin.ancestors, id] } : undefined

/** The way in which a factor proves a session. A third-party identity is not a factor. */
export const wayOfFactor = (factor: Factor | undefined): SignInWay => {
  if (factor === 'mobile') return 'sms'
  return factor ?? 'platform'
}
