import type { OperatorClient } from '#contract/operator/operator-client'

/** The output of a command, and whether it succeeded. */
export interface Said {
  ok: boolean
  text: string
}

/** A command that was done. */
export const said = (text: string): Said => ({ ok: true, text })

/** An answer to a command that was not done. */
export const failed = (text: string): Said => ({ ok: false, text })

/** A command: it makes calls, and says in words what came of them. */
export type Command = (api: OperatorClient, ...words: string[]) => Promise<Said>

type Answered<Data> = { ok: true; data: Data } | { ok: false; description: string }

/** Says what a call answered: by its data, or by the description of its failure. */
export const saying = <Data>(answer: Answered<Data>, text: (data: Data) => string): Said =>
  answer.ok ? said(text(answer.data)) : failed(answer.description)

/** Lines of facts, each after its name. */
export const factLines = (facts: Record<string, string>): string =>
  Object.entries(facts)
    .map(([what, fact]) => `${what}\t${fact}`)
    .join('\n')

/** The lines of a list, or what is said of an empty one. */
export const listLines = <Entry>(entries: readonly Entry[], line: (entry: Entry) => string[], empty: string): string =>
  entries.map((entry) => line(entry).join('\t')).join('\n') || empty

/** The values between commas. The word `none` stands for no value. */
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
  /** The number of arguments. */
  words: number
  /** The number of arguments including optional ones. */
  most?: number
  run: Command
  /** Runs it with the file that the last argument names. The word `none` stands for no file. */
  withFile?: (api: OperatorClient, file: Uint8Array, ...words: string[]) => Promise<Said>
}
