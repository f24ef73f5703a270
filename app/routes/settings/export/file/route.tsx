import { exportData } from '~/flows/accounts/export-data.server'
import type { LoaderFunctionArgs } from '~/framework'
import { savedHeaders } from '~/navigation/file-answer'
import { requireData, requireSignedIn } from '~/navigation/guards/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { api } from '~/runtime/api.server'
import { changedCookies } from '~/session/visitor.server'

// The copy of the account's data, as a file.
export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  await exportData.require(args, 'file')
  const client = await api(args)
  const answer = await client.exportData({})
  if (!answer.ok && answer.code === 'second_verification_required') return redirectTo(args, '/settings/export')
  const copy = await requireData(args, answer)
  const headers = savedHeaders({
    mediaType: 'application/json',
    name: 'butterfly-account.json',
    cookies: await changedCookies(args),
  })
  return new Response(`${JSON.stringify(copy, null, 2)}\n`, { headers })
}
