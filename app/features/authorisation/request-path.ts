/** The page of a request of an application. */
export const requestPath = (uid: string): string => `/login/authorize/${uid}`
