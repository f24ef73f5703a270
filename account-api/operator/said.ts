/** The output of a command, and whether it succeeded. */
export interface Said {
  ok: boolean
  text: string
}

/** An answer to a command that was not done. */
export const failed = (text: string): Said => ({ ok: false, text })
