/**
 * The finding of a check about one setting, for the operator. No field has a secret, or a text that another machine
 * sent.
 */
export interface Finding {
  level: 'ok' | 'warning' | 'error'
  about: string
  found: string
  toDo?: string
}

/** Checks one thing. */
export interface Probe {
  about: string
  /** The settings that it depends on. If one of them cannot be used, the check is skipped. */
  reads: readonly string[]
  /** Ends, or may be abandoned, when the signal is aborted. */
  look(signal: AbortSignal): Promise<readonly Finding[]>
}

/** The text and the exit code of a check. */
export interface Checked {
  text: string
  code: number
}

/** Names of files may contain anything, such as characters that move the cursor of a terminal or reverse its text. */
export const inOneLine = (text: string): string => text.replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu, ' ')

/** The remedy comes last, without a full stop, because it may be a command to copy. */
export const lineOf = ({ level, about, found, toDo }: Finding): string =>
  inOneLine(`${level.padEnd(8)} ${about.padEnd(24)} ${found}.${toDo === undefined ? '' : ` ${toDo}`}`)
