import { type SignInWay, signInWays } from '../../../contract/terms/activity'
import { type Factor, factorOfWay } from './factor'

const entrances = ['mobile', 'email', 'password', 'platform'] as const

/** What lets somebody in: an address, the password, or a third-party identity. */
export type Entrance = (typeof entrances)[number]

/** Where a session comes from. */
export interface Origin {
  /** The sessions that it was passed on from, its root first and its parent last. None: it began by a proof. */
  ancestors: readonly string[]
  /** The last real proof: in this session, otherwise that of the session that it was passed on from. */
  lastProof: { way: SignInWay | ''; at: number }
  /** What let its root in. It ends when one of them does, and has proven none of them by that. */
  letInBy: readonly Entrance[]
}

/** How often a session may be passed on, one from the other. Then its person signs in. */
const mostAncestors = 16

/** What lets a session in that begins by a proof. None: it begins by another session. */
const entranceOfWay = (way: SignInWay): Entrance | undefined => (way === 'platform' ? 'platform' : factorOfWay[way])

/** How a session begins by another one, or by what a device remembers. */
export const waysPassedOn = ['qr', 'quick', 'app', 'share'] as const satisfies SignInWay[]

/** The origin of a session that begins by a proof. */
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

/** What may have let a session in that is older than the knowledge of origins. */
export const mayHaveLetIn = (way: SignInWay | ''): readonly Entrance[] => {
  const entrance = way === '' ? undefined : entranceOfWay(way)
  return entrance ? [entrance] : entrances
}

/** The ways of such sessions that this may have let in. */
export const waysMaybeLetInBy = (entrance: Entrance): (SignInWay | '')[] =>
  (['', ...signInWays] as const).filter((way) => mayHaveLetIn(way).includes(entrance))

/**
 * The origin of a session that another one lets in.
 * @returns undefined when it was passed on too often
 */
export const originFrom = ({ id, origin }: { id: string; origin: Origin }): Origin | undefined =>
  origin.ancestors.length < mostAncestors ? { ...origin, ancestors: [...origin.ancestors, id] } : undefined

/** The way of a proof in a session. A third-party identity is no factor. */
export const wayOfFactor = (factor: Factor | undefined): SignInWay => {
  if (factor === 'mobile') return 'sms'
  return factor ?? 'platform'
}
