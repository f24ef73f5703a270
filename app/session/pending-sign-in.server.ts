import { z } from 'zod'
import type { Args } from '~/runtime/load-context'
import { sealedCookie } from './sealed-cookie.server'
import { visitor } from './visitor.server'

/** A pending sign-in, as stored in its cookie. */
export interface PendingSignIn {
  ticket: string
  browserId: string
  /** The address to continue at. Null: the settings. */
  next: string | null
  /** When the authenticator will be removed, if this browser has requested that. */
  removal: { at: string; timeZone: string | null } | null
  /** True: the session will end when the browser is closed. */
  isBrief?: boolean
}

export const authenticatorPage = '/login/authenticator'

/** The longest address that the cookie keeps. */
const longest = 1024

const pendingCookie = sealedCookie({
  name: 'butterfly_sign_in_waits',
  purpose: 'sign-in that waits for the authenticator',
  minutes: 15,
  schema: z.object({
    ticket: z.string(),
    browserId: z.string(),
    next: z.string().nullable(),
    removal: z.object({ at: z.string(), timeZone: z.string().nullable() }).nullable(),
    isBrief: z.boolean().exactOptional(),
  }),
})

/**
 * The Set-Cookie header that stores the sign-in that this request began, for its browser only, with the address to
 * continue at. Undefined when no pending sign-in began.
 */
export const keepPendingSignIn = async (args: Args, address: string): Promise<string | undefined> => {
  const { pendingTicket: ticket, isBriefSession: isBrief } = args.context
  const { browserId } = await visitor(args)
  if (ticket === undefined || browserId === undefined) return undefined
  const next = address.length > longest ? null : address
  return pendingCookie.write({ ticket, browserId, next, removal: null, ...(isBrief && { isBrief }) })
}

/** The Set-Cookie header that notes when the authenticator of a pending sign-in will be removed. */
export const noteRemoval = (pending: PendingSignIn, removal: PendingSignIn['removal']): Promise<string> =>
  pendingCookie.write({ ...pending, removal })

/** The sign-in of this browser that waits for the authenticator. Undefined: none, or it took too long. */
export const pendingSignIn = async (args: Args): Promise<PendingSignIn | undefined> => {
  const found = await pendingCookie.read(args.request)
  return found && found.browserId === (await visitor(args)).browserId ? found : undefined
}

/** The Set-Cookie header that removes it. */
export const forgetPendingSignIn = (): string => pendingCookie.clear()
