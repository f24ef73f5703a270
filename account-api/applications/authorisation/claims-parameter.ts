import { z } from 'zod'

const wanted = z.looseObject({
  value: z.string().optional().catch(undefined),
  values: z.array(z.string()).catch([]).default([]),
  essential: z.boolean().catch(false).default(false),
})
const claims = z.record(z.string(), wanted.nullable().catch(null)).catch({}).default({})
const parameter = z.object({ id_token: claims, userinfo: claims })

/**
 * The parameter `claims` of a request (OpenID Connect Core 1.0, section 5.5). The library refuses a value that is not
 * JSON.
 */
export const claimsAsked = (json: string | undefined): z.output<typeof parameter> => {
  try {
    return parameter.parse(JSON.parse(json ?? '{}'))
  } catch {
    return { id_token: {}, userinfo: {} }
  }
}
