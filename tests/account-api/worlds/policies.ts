import { beforeEach } from 'vitest'
import { type Policy, usualPolicy } from '#settings/policy/policy'
import type { World } from './world'

/** Lets the tests of a `describe` change the policy of a world, which is the usual one before each of them. */
export const policyOf = (world: World): ((decided: Partial<Policy>) => void) => {
  const decide = (decided: Partial<Policy>) =>
    void Object.assign(world.setting, { policy: { ...usualPolicy, ...decided } })
  beforeEach(() => decide({}))
  return decide
}
