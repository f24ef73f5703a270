import { z } from 'zod'
import type { Failure } from '#contract/client'
import { askedRequest } from '~/features/authorisation/asked-request.server'
import { keepAuthTicket } from '~/features/authorisation/auth-ticket.server'
import { isOfRequest, pageOfRequest } from '~/features/authorisation/way.server'
import { redirectTo } from '~/navigation/redirect.server'
import { api } from '~/runtime/api.server'
import type { Args } from '~/runtime/load-context'
import { another, defineQrPage } from './qr-page.server'
import { isWaiting } from './qr-status'

/** Returns an answer. If nobody can answer the request any more, throws a redirect to its page, which says why. */
const answerable = async <Answer extends { ok: true } | Failure>(args: Args, answer: Answer): Promise<Answer> => {
  if (!answer.ok && isOfRequest(answer.code)) throw await redirectTo(args, pageOfRequest(args))
  return answer
}

const check = async (args: Args, { token }: { token: string }, more: { look?: 1 } = {}) =>
  answerable(args, await (await api(args)).openQrCheck({ token, ...(await askedRequest(args)), ...more }))

/** Answers a request of an application by a QR code that this browser shows. */
export const qrRequest = defineQrPage({
  name: 'qr-request',
  start: '/login/authorize/$request/qr',
  path: '/login/authorize/$request/qr/code',
  // Regardless of the address: the answer comes next.
  done: () => ({ path: '/login/authorize/$request' }),
  scannedAt: '/login/qr/authorize',
  ask: async (args) => answerable(args, await (await api(args)).openQrGet(await askedRequest(args))),
  look: (args, step) => check(args, step, { look: 1 }),
  schema: z.object(another),
  goOn: async (args, step) => {
    const answer = await check(args, step)
    if (!answer.ok) return answer
    const { status, auth_ticket: ticket } = answer.data
    if (ticket !== null) return step.finish(undefined, [await keepAuthTicket(args, ticket)])
    return status === 'confirmed' || isWaiting(status) ? 'not_yet' : 'look_again'
  },
})
