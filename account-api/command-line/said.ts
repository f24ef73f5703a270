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

type Answered<Data> = { ok: true; data: Data } | { ok: false; description: string }

/** The output for a call: from its data, or from the description of its failure. */
export const saying = <Data>(answer: Answered<Data>, text: (data: Data) => string): Said =>
  answer.ok ? said(text(answer.data)) : failed(answer.description)

/** Facts, one a line, each after its name. */
export const factLines = (facts: Record<string, string>): string =>
  Object.entries(facts)
    .map(([what, fact]) => `${what}\t${fact}`)
    .join('\n')

/** The lines of a list, or the text for an empty one. */
export const listLines = <Entry>(entries: readonly Entry[], line: (entry: Entry) => string[], empty: string): string =>
  entries.map((entry) => line(entry).join('\t')).join('\n') || empty

/** Yes or no. */
export const yes = (is: boolean): string => (is ? 'yes' : 'no')

/** What was typed for each field of a command, and each option that was given. */
export type Typed = Record<string, string>

/** What a command does: makes calls, and reports their result in words. */
export type Run = (api: OperatorClient, typed: Typed) => Promise<Said>

/** One command of the command line. */
export interface Row {
  /** The description in the usage text. Empty: none. */
  text: string
  /** The call that it makes, if it makes just one. */
  call?: string
  run: Run
  /** What the command says if one of its words is missing or cannot be read, by the field. */
  faults?: Record<string, (typed: string) => string>
  /** Runs it with the file that the last argument names. The word `none` means no file. */
  withFile?: (api: OperatorClient, file: Uint8Array, typed: Typed) => Promise<Said>
}

/** Commands by their words: `<field>` is typed, and what is in brackets may be missing. */
export type Commands = Record<string, Row>
