/** The request of an application that a visit to a provider is for, as in the query of the visit's start. */
export interface VisitFor {
  uid: string
  staysSignedIn: boolean
  /** True when the person has to sign in at the provider again. */
  isFresh: boolean
}

/** The address at which such a visit starts. */
export const visitFor = (platform: string, { uid, staysSignedIn, isFresh }: VisitFor): string => {
  const wishes = { ...(staysSignedIn && { stay: '1' }), ...(isFresh && { fresh: '1' }) }
  return `/passport/web/auth/${platform}?${new URLSearchParams({ request: uid, ...wishes })}`
}

/** Reads a query made by {@link visitFor}. Undefined: the visit is for no request. */
export const visitedFor = (query: URLSearchParams): VisitFor | undefined => {
  const uid = query.get('request') ?? ''
  if (!/^[\w-]{21,64}$/.test(uid)) return undefined
  return { uid, staysSignedIn: query.has('stay'), isFresh: query.has('fresh') }
}
