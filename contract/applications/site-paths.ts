/** The paths of a protected site that its proxy hands to the web app. */
export const sitePaths = {
  /** Asked by the proxy at each request: answers 200 with who is there, or 401. */
  auth: '/.butterfly/auth',
  /** Where a browser begins to be signed in. */
  start: '/.butterfly/start',
  /** Where it comes back with a ticket. */
  arrive: '/.butterfly/arrive',
  /** A link for the pages of the site. */
  signOut: '/.butterfly/sign-out',
} as const
