/** The paths of a protected site that its proxy forwards to the web app. */
export const sitePaths = {
  /** nginx asks at each request who the visitor is: 200, or 401 for nobody, with a Location to continue at. */
  authRequest: '/.butterfly/auth-request',
  /** For proxies that pass the answer on to the browser: the Location comes with 302. */
  forwardAuth: '/.butterfly/forward-auth',
  /** Where a browser begins to sign in. */
  start: '/.butterfly/start',
  /** Where it returns with a ticket. */
  arrive: '/.butterfly/arrive',
  /** A link for the pages of the site. */
  signOut: '/.butterfly/sign-out',
} as const
