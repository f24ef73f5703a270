import { api } from '~/api.server'
import type { LoaderFunctionArgs } from '~/framework'
import { problem } from '~/navigation/problem'

// A picture of an account, for anybody who knows its key.
export const loader = async (args: LoaderFunctionArgs) => {
  const client = await api(args)
  const answer = await client.image({ key: args.params.key ?? '' })
  if (!answer.ok) throw problem('not_found')
  const headers = {
    'content-type': answer.data.media_type,
    // The key names these bytes for good.
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    // Whatever a browser may take it for, it runs nothing and loads nothing.
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
  }
  return new Response(new Uint8Array(answer.data.bytes), { headers })
}
