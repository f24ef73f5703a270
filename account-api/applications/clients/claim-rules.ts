import { z } from 'zod'
import { openScopes } from '#contract/applications/open-scopes'

/** The claims of each scope (`contract/applications/open-scopes.ts`). */
export const scopeClaims: readonly string[] = Object.values(openScopes).flatMap(({ claims }) => claims)

/** Claims of the protocol, and claims about proven facts, which an operator's mapper cannot set. */
const kept = new Set(
  `iss sub aud exp iat nbf jti auth_time nonce acr amr azp sid at_hash c_hash s_hash events cnf act scope client_id
  email email_verified phone_number phone_number_verified`.split(/\s+/),
)

const mostOfAKind = 50

/** Some clients need claim names that are URLs. */
const claimName = z.string().regex(/^[A-Za-z][\w.:/-]{0,99}$/, 'is no name of a claim')
const newName = claimName.refine((name) => !kept.has(name), 'is a claim that no mapper can give')
const claimNames = z.array(claimName).max(mostOfAKind)
const fixed = z.union([z.string().max(200), z.number(), z.boolean(), z.array(z.string().max(200)).max(mostOfAKind)])

/** A mapper copies a claim under another name, or gives everybody the same value. */
const mapper = z.union(
  [z.strictObject({ claim: newName, from: z.enum(scopeClaims) }), z.strictObject({ claim: newName, value: fixed })],
  `has a claim that a mapper can give, and from (${scopeClaims.join(', ')}) or value`,
)

/** A client's rules for its claims, as stored in its record. */
export const claimRules = z
  .strictObject({
    /** The claims in its ID tokens, besides those of the protocol. */
    id_token: claimNames.default([]),
    /** The claims at the userinfo endpoint. Missing: all. */
    userinfo: claimNames.optional(),
    groups_prefix: z
      .string()
      .max(64)
      .regex(/^[\w.:/@-]*$/, 'has letters, digits and . _ : / @ - alone')
      .default(''),
    mappers: z.array(mapper).max(mostOfAKind).default([]),
  })
  .superRefine(({ id_token, userinfo = [], mappers }, context) => {
    const known = new Set([...scopeClaims, ...mappers.map(({ claim }) => claim)])
    for (const [part, names] of Object.entries({ id_token, userinfo }))
      for (const name of names)
        if (!known.has(name))
          context.addIssue({ code: 'custom', path: [part], message: `${name} is given by no scope and no mapper` })
  })
export type ClaimRules = z.output<typeof claimRules>

/** Checks rules given as JSON. Returns their first fault in one line, if they have one. */
export const judgeClaimRules = (json: unknown): { ok: true; rules: ClaimRules } | { ok: false; fault: string } => {
  const read = claimRules.safeParse(json)
  if (read.success) return { ok: true, rules: read.data }
  const [issue] = read.error.issues
  return { ok: false, fault: `${issue?.path.join('.') || 'The file'}: ${issue?.message}` }
}
