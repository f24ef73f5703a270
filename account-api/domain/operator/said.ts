/** The output of a command, and whether it succeeded. */
export interface Said {
  ok: boolean
  text: string
}
