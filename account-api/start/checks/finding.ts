/** What a check has found of one setting, for the operator. No field holds a secret, or a text that another machine sent. */
export interface Finding {
  level: 'ok' | 'warning' | 'error'
  /** The setting. */
  about: string
  found: string
  toDo?: string
}

/** Finds out one thing. */
export interface Probe {
  about: string
  /** The settings that it looks at. Where one of them cannot be used, there is nothing to find out. */
  reads: readonly string[]
  /** Ends, or can be left alone, when the signal is aborted. */
  look(signal: AbortSignal): Promise<readonly Finding[]>
}

/** The text and the exit code of a check. */
export interface Checked {
  text: string
  code: number
}

/** Names of files may hold anything, also what moves the cursor of a terminal or turns its text round. */
export const inOneLine = (text: string): string => text.replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu, ' ')

/** What to do comes last, without a full stop: it may be a command to copy. */
export const lineOf = ({ level, about, found, toDo }: Finding): string =>
  inOneLine(`${level.padEnd(8)} ${about.padEnd(24)} ${found}.${toDo === undefined ? '' : ` ${toDo}`}`)
