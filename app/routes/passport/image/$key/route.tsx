import type { LoaderFunctionArgs } from '~/framework'
import { fileAnswer } from '~/navigation/file-answer'
import { problem } from '~/navigation/problem'
import { api } from '~/runtime/api.server'

// A picture of an account, for anyone who knows its key.
export const loader = async (args: LoaderFunctionArgs) => {
  const client = await api(args)
  const answer = await client.image({ key: args.params.key ?? '' })
  if (!answer.ok) throw problem('not_found')
  // The content for a key never changes.
  return fileAnswer(answer.data, { cacheControl: 'public, max-age=31536000, immutable' })
}
