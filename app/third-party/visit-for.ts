/** The request of an application that somebody visits a provider for, as the query of the visit's start names it. */
export interface VisitFor {
  uid: string
  staysSignedIn: boolean
  /** The person is to sign in at the provider again. */
  isFresh: boolean
}

/** The address at which such a visit starts. */
export const visitFor = (platform: string, { uid, staysSignedIn, isFresh }: VisitFor): string => {
  const wishes = { ...(staysSignedIn && { stay: '1' }), ...(isFresh && { fresh: '1' }) }
  return `/passport/web/auth/${platform}?${new URLSearchParams({ request: uid, ...wishes })}`
}

/** What {@link visitFor} made the query of. Undefined: the visit is for no request. */
export const visitedFor = (query: URLSearchParams): VisitFor | undefined => {
  const uid = query.get('request') ?? ''
  if (!/^[\w-]{21,64}$/.test(uid)) return undefined
  return { uid, staysSignedIn: query.has('stay'), isFresh: query.has('fresh') }
}
