import { z } from 'zod'
import type { Failure } from '../../contract/client'
import { api } from '../api.server'
import { askedRequest } from '../authorisation/asked-request.server'
import { keepAuthTicket } from '../authorisation/auth-ticket.server'
import { isOfRequest, pageOfRequest } from '../authorisation/way.server'
import { qrRequest } from '../flows/qr-request.server'
import type { Args } from '../load-context'
import { redirectTo } from '../navigation/redirect.server'
import { another, defineQrPage } from './qr-page.server'
import { isWaiting } from './qr-status'

/**
 * Returns the answer of a call. Where nobody can answer the request any more, throws a redirect to its page, which says
 * why.
 */
const answerable = async <Answer extends { ok: true } | Failure>(args: Args, answer: Answer): Promise<Answer> => {
  if (!answer.ok && isOfRequest(answer.code)) throw await redirectTo(args, pageOfRequest(args))
  return answer
}

/** The pages of a QR code by which this browser answers the request of an application that their address names. */
export const qrRequestPage = defineQrPage({
  flow: qrRequest,
  path: (args) => `${pageOfRequest(args)}/qr/code`,
  ask: async (args) => answerable(args, await (await api(args)).openQrGet(askedRequest(args))),
  look: async (args, { token }) =>
    answerable(args, await (await api(args)).openQrCheck({ token, ...askedRequest(args), look: 1 })),
  schema: z.object(another),
  goOn: async (args, step) => {
    const answer = await answerable(
      args,
      await (await api(args)).openQrCheck({ token: step.token, ...askedRequest(args) }),
    )
    if (!answer.ok) return answer
    const { status, auth_ticket: ticket } = answer.data
    // The ticket of the person who has confirmed the code.
    if (ticket !== null) return step.finish(undefined, [await keepAuthTicket(args, ticket)])
    return status === 'confirmed' || isWaiting(status) ? 'not_yet' : 'look_again'
  },
})
