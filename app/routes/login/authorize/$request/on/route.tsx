import { askedWithTicket, readRequest } from '~/features/authorisation/asked-request.server'
import { dropAuthTicket } from '~/features/authorisation/auth-ticket.server'
import { requestPath } from '~/features/authorisation/request-path'
import type { LoaderFunctionArgs } from '~/framework'
import { leaveTo } from '~/navigation/leave.server'
import { redirectTo } from '~/navigation/redirect.server'
import { api } from '~/runtime/api.server'

// Goes on to an application that was given all that it asks for before, for the person who is signed in.
export const loader = async (args: LoaderFunctionArgs) => {
  const asked = await askedWithTicket(args)
  const page = requestPath(asked.request_uid)
  const found = await readRequest(args)
  if (!found.ok || !found.info.already_granted || found.info.needs.length > 0) return redirectTo(args, page)
  const scopes = found.info.scopes.map(({ scope }) => scope).join(' ')
  const answer = await (await api(args)).openWebAuth({ ...asked, scopes })
  const cookies = [dropAuthTicket(args)]
  return answer.ok ? leaveTo(args, answer.data.redirect_url, { cookies }) : redirectTo(args, `${page}?ask=1`)
}
