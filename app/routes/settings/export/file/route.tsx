import { exportData } from '~/flows/account/export-data.server'
import type { LoaderFunctionArgs } from '~/framework'
import { requireData, requireSignedIn } from '~/navigation/guards.server'
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
  const headers = new Headers({
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': 'attachment; filename="butterfly-account.json"',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  for (const cookie of await changedCookies(args)) headers.append('set-cookie', cookie)
  return new Response(`${JSON.stringify(copy, null, 2)}\n`, { headers })
}
