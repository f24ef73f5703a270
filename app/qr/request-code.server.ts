import type { Calls } from '../../contract/calls'
import type { Answer } from '../../contract/client'
import { api } from '../api.server'
import { askedRequest } from '../authorisation/asked-request.server'
import { isOfRequest, pageOfRequest } from '../authorisation/way.server'
import type { Args } from '../load-context'
import { requireData } from '../navigation/guards.server'
import { redirectTo } from '../navigation/redirect.server'
import { keptQrCode } from '../sign-in/qr-code.server'

/** The page of the code for the request that a page's address names. */
export const codePath = (args: Args): string => `${pageOfRequest(args)}/qr/code`

/** Asks for a QR code by which this browser answers the request, and answers what the flow keeps of it. */
export const askForRequestCode = async (args: Args) => {
  const answer: Answer<Calls['openQrGet']> = await (await api(args)).openQrGet(askedRequest(args))
  await requireAnswerable(args, answer)
  return answer.ok ? { ok: true as const, code: keptQrCode(answer.data) } : answer
}

/** Where the code stands. Changes nothing. */
export const lookAtRequestCode = async (args: Args, { token }: { token: string }) => {
  const answer = await (await api(args)).openQrCheck({ token, ...askedRequest(args), look: 1 })
  await requireAnswerable(args, answer)
  return requireData(args, answer)
}

/** The same, and takes the ticket of the person who has confirmed it. */
export const takeTicket = async (args: Args, { token }: { token: string }) => {
  const answer = await (await api(args)).openQrCheck({ token, ...askedRequest(args) })
  await requireAnswerable(args, answer)
  return answer
}

/** Where nobody can answer the request any more, throws a redirect to its page, which says why. */
const requireAnswerable = async (args: Args, answer: { ok: boolean; code?: string }): Promise<void> => {
  if (answer.code !== undefined && isOfRequest(answer.code)) throw await redirectTo(args, pageOfRequest(args))
}
