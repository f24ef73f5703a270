import type { LoaderFunctionArgs } from '~/framework'
import { fileAnswer } from '~/navigation/file-answer'
import { problem } from '~/navigation/problem'
import { api } from '~/runtime/api.server'

// The spoken digits of a challenge, for the browser that the challenge was opened for.
export const loader = async (args: LoaderFunctionArgs) => {
  const query = new URL(args.request.url).searchParams
  const client = await api(args)
  const answer = await client.captchaSound({ id: query.get('id') ?? '' })
  if (!answer.ok) throw problem('not_found')
  return fileAnswer(answer.data, { cacheControl: 'no-store', name: 'digits.wav' })
}
