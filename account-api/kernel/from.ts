/** The tokens that came with a call: one for each account that has signed in at the browser. */
export type BrowserTokens = readonly string[]

/** Where a call comes from, as stated by the signing application: the client address, and the browser's User-Agent. */
export interface From {
  clientAddress: string
  client: string
  /** The tokens of a known browser. */
  tokens?: BrowserTokens
}

/** The origin of acts of the account API or its operator. */
export const nowhere: From = { clientAddress: '', client: '' }
