import { z } from 'zod'

/** The algorithms with which clients may sign, by their names in RFC 7518. */
export const clientAlgorithms = ['ES256', 'PS256', 'RS256']

const mostKeys = 10
const member = z.string().min(1).max(1500)
const named = { kid: member.optional(), use: z.literal('sig').optional(), alg: z.enum(clientAlgorithms).optional() }

/** A public key that verifies signatures. An object with other members, such as the private part, is refused. */
const key = z.discriminatedUnion('kty', [
  z.strictObject({ kty: z.literal('EC'), crv: z.literal('P-256'), x: member, y: member, ...named }),
  // 2048 bits take 342 characters.
  z.strictObject({ kty: z.literal('RSA'), n: z.string().min(342).max(1500), e: member, ...named }),
])

const keySet = z.object({ keys: z.array(key).min(1).max(mostKeys) })
export type ClientKeySet = z.output<typeof keySet>

/** Checks a set of public keys (RFC 7517) that was given as JSON. */
export const judgeKeySet = (json: unknown): { ok: true; keys: ClientKeySet } | { ok: false; fault: string } => {
  const read = keySet.safeParse(json)
  if (read.success) return { ok: true, keys: read.data }
  return {
    ok: false,
    fault: `The keys are {"keys": […]} with 1 to ${mostKeys} public keys, EC of P-256 or RSA of 2048 bits or more, for signatures. A key with a private part is refused.`,
  }
}
