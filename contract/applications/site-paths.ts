/** The paths of a protected site that its proxy hands to the web app. */
export const sitePaths = {
  /** Asked by nginx at each request: who is there (200), or nobody (401), with a Location to continue at. */
  authRequest: '/.butterfly/auth-request',
  /** The same for proxies that hand the answer to the browser: a Location comes with 302. */
  forwardAuth: '/.butterfly/forward-auth',
  /** Where a browser begins to be signed in. */
  start: '/.butterfly/start',
  /** Where it comes back with a ticket. */
  arrive: '/.butterfly/arrive',
  /** A link for the pages of the site. */
  signOut: '/.butterfly/sign-out',
} as const
