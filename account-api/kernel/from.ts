/** The tokens that came with a call: one for each account that has signed in at the browser. */
export type BrowserTokens = readonly string[]

/** The source of a call, as stated by the signing application: the client address, and the browser's User-Agent. */
export interface From {
  clientAddress: string
  client: string
  tokens?: BrowserTokens
}

/** The source of acts of the account API or its operator. */
export const nowhere: From = { clientAddress: '', client: '' }
