import type { LoaderFunctionArgs } from '~/framework'
import { fileAnswer } from '~/navigation/file-answer'
import { problem } from '~/navigation/problem'
import { api } from '~/runtime/api.server'

// A challenge's picture, for the browser that the challenge was opened for.
export const loader = async (args: LoaderFunctionArgs) => {
  const query = new URL(args.request.url).searchParams
  const client = await api(args)
  const answer = await client.captchaPicture({
    id: query.get('id') ?? '',
    part: query.get('part') === 'piece' ? 'piece' : 'scene',
  })
  if (!answer.ok) throw problem('not_found')
  return fileAnswer(answer.data, { cacheControl: 'no-store' })
}
