import { hkdfSync } from 'node:crypto'
import { env } from '../env.server'

const rings = new Map<string, readonly Buffer[]>()

/**
 * 256-bit keys for one purpose, derived from every session secret (HKDF-SHA256, RFC 5869): the first is for making, all
 * of them are for checking. What was made for one purpose means nothing to another.
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
