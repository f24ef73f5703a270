export type QrState = 'new' | 'scanned' | 'confirmed' | 'denied' | 'used'

export interface QrCodeRecord {
  pollingHash: string
  state: QrState
  /** What the screen shows that shows the code. */
  matchingNumber: number
  /** Three numbers, with that one among them, in the order in which they are shown to whoever has scanned the code. */
  matchingNumbers: number[]
  /** Where the sign-in leads, as it was asked for. */
  leadsTo: string
  /** The browser that asked for the code. */
  clientAddress: string
  client: string
  /** Who shows it, to have a sign-in method moved to their account. */
  shownBy: Scanner | null
  /** The request of an application that its screen would answer, by the hash of its record. */
  openRequest: string | null
  /** What moves, once that is confirmed. */
  moves: MovedMethod | null
  /** Who has scanned it. */
  accountId: string | null
  sessionId: string | null
  /** When the session that has confirmed it was proven. */
  provenAt: number | null
  createdAt: number
  expiresAt: number
}

/** What names a code to whoever scans it: the half in the picture, or the letters, hashed by each key of the ring. */
export type Scannable = { scannedHash: string } | { lettersHashes: readonly string[] }

/** A sign-in method, and the address or the platform's id for the person. */
export interface MovedMethod {
  method: string
  value: string
}

/** Who has scanned a code, or shows it. */
export interface Scanner {
  accountId: string
  sessionId: string
}

export interface QrCodeStore {
  /** False when another code has these letters. Then nothing is stored. */
  insert(
    code: Omit<QrCodeRecord, 'state' | 'accountId' | 'sessionId' | 'provenAt' | 'moves'> & {
      scannedHash: string
      lettersHash: string
    },
  ): Promise<boolean>
  /** The code with this polling half, also one that has expired and is not swept yet. One read by the key. */
  poll(pollingHash: string): Promise<QrCodeRecord | undefined>
  /** A code that has not expired. */
  find(scannable: Scannable, at: number): Promise<QrCodeRecord | undefined>
  /** New → scanned, by the first session that asks. False when it is not new any more, or has expired. */
  scan(pollingHash: string, scanner: Scanner, at: number): Promise<boolean>
  /** Scanned → confirmed, by the session that scanned it. False when that cannot be, or not any more. */
  confirm(
    pollingHash: string,
    confirmed: Scanner & { provenAt: number; moves: MovedMethod | null; at: number; expiresAt: number },
  ): Promise<boolean>
  /** New → denied by any session; scanned or confirmed → denied by the session that scanned it. */
  deny(pollingHash: string, scanner: Scanner, at: number): Promise<boolean>
  /** Confirmed → used. False when another call was first, or it has expired. */
  use(pollingHash: string, at: number): Promise<boolean>
}
