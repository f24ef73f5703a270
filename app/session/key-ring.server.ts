import { hkdfSync } from 'node:crypto'
import { env } from '../env.server'

const rings = new Map<string, readonly Buffer[]>()

/**
 * 256-bit keys for one purpose, one derived from each session secret (HKDF-SHA256, RFC 5869). The first key seals and
 * signs, all of them open and verify. A value of one purpose is invalid for every other.
 */
export const keyRing = (purpose: string): readonly Buffer[] => {
  const known = rings.get(purpose)
  if (known) return known
  const ring = env()
    .sessionSecrets()
    .map((secret) => Buffer.from(hkdfSync('sha256', secret, 'butterfly', purpose, 32)))
  rings.set(purpose, ring)
  return ring
}
