import type { KeyObject } from 'node:crypto'
import { derivedKey } from '#contract/wire/derived-key'
import { env } from '~/runtime/env.server'

/**
 * The keys of one purpose, one for each session secret. The first key seals and signs, all of them open and verify. A
 * value of one purpose is invalid for every other.
 */
export const keyRing = (purpose: string): readonly KeyObject[] =>
  env()
    .sessionSecrets()
    .map((secret) => derivedKey(secret, purpose))
