import { askedWithTicket, leaveWithAnswer, readRequest } from '~/features/authorisation/asked-request.server'
import { pageOfRequest } from '~/features/authorisation/way.server'
import type { LoaderFunctionArgs } from '~/framework'
import { redirectTo } from '~/navigation/redirect.server'
import { api } from '~/runtime/api.server'

// Continues, for the signed-in person, to an application that already has everything that it requests.
export const loader = async (args: LoaderFunctionArgs) => {
  const page = pageOfRequest(args)
  const found = await readRequest(args)
  if (!found.ok || !found.info.already_granted || found.info.needs.length > 0) return redirectTo(args, page)
  const scopes = found.info.scopes.map(({ scope }) => scope).join(' ')
  const answer = await (await api(args)).openWebAuth({ ...(await askedWithTicket(args)), scopes })
  return answer.ok ? leaveWithAnswer(args, answer.data.redirect_url) : redirectTo(args, `${page}?ask=1`)
}
