import type { OperatorClient } from '#contract/client'

/** The output of a command, and whether it succeeded. */
export interface Said {
  ok: boolean
  text: string
}

/** The output of a successful command. */
export const said = (text: string): Said => ({ ok: true, text })

/** The output of a failed command. */
export const failed = (text: string): Said => ({ ok: false, text })

/** A command: makes calls, and reports their result in words. */
export type Command = (api: OperatorClient, ...words: string[]) => Promise<Said>

type Answered<Data> = { ok: true; data: Data } | { ok: false; description: string }

/** The output of a call: its data, or the description of its failure. */
export const saying = <Data>(answer: Answered<Data>, text: (data: Data) => string): Said =>
  answer.ok ? said(text(answer.data)) : failed(answer.description)

/** One line per fact, each after its name. */
export const factLines = (facts: Record<string, string>): string =>
  Object.entries(facts)
    .map(([what, fact]) => `${what}\t${fact}`)
    .join('\n')

/** The lines of a list, or the text for an empty one. */
export const listLines = <Entry>(entries: readonly Entry[], line: (entry: Entry) => string[], empty: string): string =>
  entries.map((entry) => line(entry).join('\t')).join('\n') || empty

/** Comma-separated values. The word `none` is an empty list. */
export const listOf = (typed: string): string[] => (typed === 'none' ? [] : typed.split(','))

/** A command whose last word is yes or no. */
export const yesOrNo =
  (run: (api: OperatorClient, isYes: boolean, ...words: string[]) => Promise<Said>): Command =>
  async (api, ...words) => {
    const [typed = ''] = words.slice(-1)
    return ['yes', 'no'].includes(typed) ? run(api, typed === 'yes', ...words.slice(0, -1)) : failed('Say yes or no.')
  }

/** One command of the command line. */
export interface Row {
  words: number
  /** The maximum number of arguments, including optional ones. */
  most?: number
  run: Command
  /** Runs it with the file that the last argument names. The word `none` means no file. */
  withFile?: (api: OperatorClient, file: Uint8Array, ...words: string[]) => Promise<Said>
}
