import type { SignInWay } from '#contract/terms/activity'
import { type Factor, factorOfWay } from './factor'

export type Entrance = Factor | 'platform'

export interface Origin {
  /** The sessions that it was passed on from, the root first and the parent last. Empty: it began by a proof. */
  ancestors: readonly string[]
  /** The last real proof: of this session, otherwise of the session that it was passed on from. */
  lastProof: { way: SignInWay; at: number }
  /** The entrances of the root session. The session ends when one of them does, and has proven none of them by that. */
  letInBy: readonly Entrance[]
}

/** How often a session may be passed on in a chain. After that, the person has to sign in. */
const mostAncestors = 16

/** The entrance of a session that begins by a proof. None: it begins by another session. */
const entranceOfWay = (way: SignInWay): Entrance | undefined => (way === 'platform' ? 'platform' : factorOfWay[way])

/** The ways in which a session begins by another one, or by a remembered account. */
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
 * The origin of a session that begins by another one.
 * @returns undefined when it was passed on too often
 */
export const originFrom = ({ id, origin }: { id: string; origin: Origin }): Origin | undefined =>
  origin.ancestors.length < mostAncestors ? { ...origin, ancestors: [...origin.ancestors, id] } : undefined

/** The way of a proof in a session. A third-party identity is no factor. */
export const wayOfFactor = (factor: Factor | undefined): SignInWay => {
  if (factor === 'mobile') return 'sms'
  return factor ?? 'platform'
}
