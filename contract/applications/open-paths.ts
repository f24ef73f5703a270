/** The path prefix of the endpoints of the protocol of open authorisation. */
export const protocolPath = '/oidc'

/** Where a browser begins a request of an application. */
export const beginningPath = `${protocolPath}/auth`

/** Where a browser begins one with the names of open authorisation. */
export const namedBeginningPath = '/login/authorize'

/** The two documents by which clients discover this site. */
const discoveryPaths = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server']

/** All paths of the protocol, in the syntax of routers. The public URL has them, and the account API answers them. */
export const protocolRoutes: readonly string[] = [`${protocolPath}/*`, ...discoveryPaths]

/** The paths that monitors and clients also ask by HEAD, because a GET changes nothing there. */
export const protocolDocuments: readonly string[] = [`${protocolPath}/jwks`, ...discoveryPaths]

/** The path of a request, for comparison. The library ignores upper case, and a slash at the end. */
export const comparedPath = (url: string): string => (url.split(/[?#]/, 1)[0] ?? '').toLowerCase().replace(/\/$/, '')

/** The header that marks an answer of the protocol as one for a person, so a page has to show it. */
export const protocolPageHeader = 'x-protocol-page'

/**
 * The cookies of the protocol that browsers keep, each with its signature: for the page of a request, and for
 * continuing.
 */
export const protocolCookies = ['openauth', 'openauth.sig', 'openauth_resume', 'openauth_resume.sig'] as const
