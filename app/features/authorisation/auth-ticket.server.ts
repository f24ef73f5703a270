import { z } from 'zod'
import type { Args } from '~/runtime/load-context'
import { sealedCookie } from '~/session/sealed-cookie.server'
import { visitor } from '~/session/visitor.server'
import { requestPath } from './request-path'

const uidOf = ({ params }: Args): string => params.request ?? ''

/** The ticket of a person who was proven for one request of an application, in one browser. */
const ticketCookie = (args: Args) =>
  sealedCookie({
    name: 'butterfly_auth_ticket',
    purpose: 'auth ticket',
    minutes: 15,
    path: requestPath(uidOf(args)),
    schema: z.object({ uid: z.string(), ticket: z.string(), browserId: z.string() }),
  })

/** The Set-Cookie header that stores the ticket of the request in the page's address. Only its pages get the cookie. */
export const keepAuthTicket = async (args: Args, ticket: string): Promise<string> => {
  const { browserId = '' } = await visitor(args)
  return ticketCookie(args).write({ uid: uidOf(args), ticket, browserId })
}

/** This browser's ticket for this request. Undefined: none, or one of another request or browser. */
export const readAuthTicket = async (args: Args): Promise<string | undefined> => {
  const kept = await ticketCookie(args).read(args.request)
  const { browserId } = await visitor(args)
  return kept && kept.uid === uidOf(args) && kept.browserId === browserId ? kept.ticket : undefined
}

/** The Set-Cookie header that drops the ticket of this request. */
export const dropAuthTicket = (args: Args): string => ticketCookie(args).clear()
