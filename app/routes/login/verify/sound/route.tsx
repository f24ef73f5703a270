import { api } from '~/api.server'
import type { LoaderFunctionArgs } from '~/framework'
import { problem } from '~/navigation/problem'

// The same challenge to be heard.
export const loader = async (args: LoaderFunctionArgs) => {
  const query = new URL(args.request.url).searchParams
  const client = await api(args)
  const answer = await client.captchaSound({ id: query.get('id') ?? '' })
  if (!answer.ok) throw problem('not_found')
  const headers = {
    'content-type': answer.data.media_type,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  }
  return new Response(Buffer.from(answer.data.base64, 'base64'), { headers })
}
