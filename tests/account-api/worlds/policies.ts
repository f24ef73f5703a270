import { beforeEach } from 'vitest'
import { type Policy, usualPolicy } from '#settings/policy/policy'
import type { World } from './world'

/** Lets a `describe` change its world’s policy, which is reset to the default before each test. */
export const policyOf = (world: World): ((decided: Partial<Policy>) => void) => {
  const decide = (decided: Partial<Policy>) =>
    void Object.assign(world.deployment, { policy: { ...usualPolicy, ...decided } })
  beforeEach(() => decide({}))
  return decide
}
