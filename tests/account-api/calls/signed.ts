import { type Application, sign } from '#contract/wire/signing'
import { application } from '#tests/account-api/worlds/world'

interface Asked {
  path: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | Buffer<ArrayBuffer>
}

/** A signed request for fetch. It has every signed header that fetch would add on its own. */
export const signed = (
  { path, method = 'GET', headers = {}, body }: Asked,
  { signer = application, nowMs = Date.now() }: { signer?: Application; nowMs?: number } = {},
) => {
  const sent: Record<string, string> = {
    'accept-language': 'en',
    'user-agent': 'test',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...headers,
  }
  const signature = sign({ method, path, headers: sent, body: body ?? '' }, signer, nowMs)
  return { method, headers: { ...sent, ...signature }, ...(body !== undefined && { body }) }
}
