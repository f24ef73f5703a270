import { authenticatorSetUp } from '~/flows/accounts/authenticator-set-up.server'
import type { LoaderFunctionArgs } from '~/framework'
import { savedHeaders } from '~/navigation/file-answer'
import { requireSignedIn } from '~/navigation/guards/guards.server'
import { changedCookies } from '~/session/visitor.server'

// The recovery codes of the page above, as a text file with one on each line.
export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const { codes } = await authenticatorSetUp.require(args, 'codes')
  const headers = savedHeaders({
    mediaType: 'text/plain',
    name: `recovery-codes-${new URL(args.request.url).hostname}.txt`,
    cookies: await changedCookies(args),
  })
  return new Response(`${codes.join('\r\n')}\r\n`, { headers })
}
