import type { World } from '../../worlds/world'
import type { Actor } from './actor'

/** Where a play is: the account, and a number that chooses among what a step may do. */
export interface Stage {
  world: World
  userId: string
  username: string
  nth: number
  /** True for an address that the account had before the thief came. */
  isOwn: (address: string) => boolean
}

/** What a person does at one moment. It does nothing where they lack what it takes. */
export type Step = (me: Actor, at: Stage) => Promise<unknown>

/** Steps by their names, each of which is mostly the call that the step ends with. */
export const stepsBy = <Name extends string>(steps: Record<Name, Step>): Record<Name, Step> => steps
