/**
 * The DNS answer about the text records of a name: the records, each as one text; no such name (NXDOMAIN), or no text
 * record; or no readable answer in time.
 */
export type FoundTexts = readonly string[] | 'no_name' | 'no_text' | 'silent'

/** Asks the DNS for the text records of a name. It answers within two seconds. */
export type LookUpTexts = (name: string) => Promise<FoundTexts>

/** Finds the IP addresses of a name. Empty: it has none, or no server answered. */
export type LookUpAddresses = (name: string) => Promise<string[]>
