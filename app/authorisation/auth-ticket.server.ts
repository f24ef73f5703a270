import type { Args } from '../load-context'
import { cookie, readCookie } from '../session/cookie.server'
import { seal, unseal } from '../session/seal.server'
import { visitor } from '../session/visitor.server'
import { requestPath } from './request-path'

const ticketCookie = 'butterfly_auth_ticket'
const purpose = 'auth ticket'
const minutes = 15

/** The sealed content: the ticket of a person who was proven for one request of an application, in one browser. */
interface Sealed {
  uid: string
  ticket: string
  browserId: string
}

const uidOf = ({ params }: Args): string => params.request ?? ''

const pathOf = (args: Args): string => requestPath(uidOf(args))

/** The Set-Cookie header that stores the ticket of the request in the page's address. Only its pages get the cookie. */
export const keepAuthTicket = async (args: Args, ticket: string): Promise<string> => {
  const { browserId = '' } = await visitor(args)
  const kept: Sealed = { uid: uidOf(args), ticket, browserId }
  return cookie(ticketCookie, await seal(kept, { purpose, minutes }), {
    maxAgeSeconds: minutes * 60,
    path: pathOf(args),
  })
}

/** This browser's ticket for this request. Undefined: none, or one of another request or browser. */
export const readAuthTicket = async (args: Args): Promise<string | undefined> => {
  const sealed = readCookie(args.request, ticketCookie, { path: pathOf(args) })
  const kept = sealed === undefined ? undefined : await unseal<Sealed>(sealed, { purpose })
  const { browserId } = await visitor(args)
  return kept && kept.uid === uidOf(args) && kept.browserId === browserId ? kept.ticket : undefined
}

/** The Set-Cookie header that drops the ticket of this request. */
export const dropAuthTicket = (args: Args): string => cookie(ticketCookie, '', { maxAgeSeconds: 0, path: pathOf(args) })
