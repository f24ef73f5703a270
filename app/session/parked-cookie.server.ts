import { type Args, oncePerRequest } from '~/runtime/load-context'
import { cookie, readCookie } from './cookie.server'

// With the path /, the cookie gets the prefix that keeps other hosts from setting it.
const parkedCookie = 'butterfly_parked'
const maxAgeSeconds = 15 * 60
/** With an added proof, its name and attributes, it stays below the 4,096 bytes that browsers keep. */
export const parkedCookieMaxLength = 3700

const parkedIn = oncePerRequest(({ request }: Args) => ({
  parked: readCookie(request, parkedCookie),
  isChanged: false,
}))

/** The sealed form that waits in this browser while its person is at a provider. */
export const waitingForm = (args: Args): string | undefined => parkedIn(args).parked

/** Stores a sealed form, replacing an earlier one. */
export const keepWaitingForm = (args: Args, parked: string): void => {
  Object.assign(parkedIn(args), { parked, isChanged: true })
}

export const dropWaitingForm = (args: Args): void => {
  const state = parkedIn(args)
  Object.assign(state, { parked: undefined, isChanged: state.parked !== undefined })
}

/** The Set-Cookie header for the changes of this request, if any. */
export const changedWaitingForm = (args: Args): string[] => {
  const { parked, isChanged } = parkedIn(args)
  if (!isChanged) return []
  return [cookie(parkedCookie, parked ?? '', { maxAgeSeconds: parked === undefined ? 0 : maxAgeSeconds })]
}
