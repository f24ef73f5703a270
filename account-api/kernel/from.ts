/** The tokens that came with a call: one for each account that has signed in at the browser. */
export type BrowserTokens = readonly string[]

/** Where a call comes from, as the signing application says: the client address, and the browser's User-Agent. */
export interface From {
  clientAddress: string
  client: string
  /** The tokens of a known browser. */
  tokens?: BrowserTokens
}

/** The origin of what the account API or its operator does. */
export const nowhere: From = { clientAddress: '', client: '' }
