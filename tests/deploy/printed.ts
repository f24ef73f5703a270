import { fencesIn, read } from '#tests/docs/documents'
import { runProgram } from '#tests/fixtures/programs/program'
import { root } from '#tests/fixtures/programs/server'

/** `npm run admin -- …` without npm, which would look for stale parts each time. */
const npm = `npm() { shift 3; '${process.execPath}' build/admin.js "$@"; }`

/** What is in a printed command, and what is typed instead. */
export type Replaced = Record<string, string>

/** A command of the operator as a document prints it, with its further lines. */
export const commandIn = (document: string, begin: string): string => {
  const lines = read(document).split('\n')
  const first = lines.findIndex((line) => line.startsWith(`npm run admin -- ${begin}`))
  if (first === -1) throw new Error(`${document} prints no command that begins with "${begin}"`)
  const last = lines.findIndex((line, at) => at >= first && !line.endsWith('\\'))
  return lines.slice(first, last + 1).join('\n')
}

/** The first block of commands in a document that has some words. */
export const blockIn = (document: string, words: string): string => {
  const block = fencesIn(document, 'sh').find((code) => code.includes(words))
  if (block === undefined) throw new Error(`${document} has no block with "${words}"`)
  return block
}

/** Runs printed commands in a bash that stops at the first failure. */
export const runPrinted = (commands: string, replaced: Replaced, environment: Record<string, string>) => {
  let typed = commands
  for (const [printed, instead] of Object.entries(replaced)) {
    if (!typed.includes(printed)) throw new Error(`"${printed}" is not in: ${commands}`)
    typed = typed.replaceAll(printed, instead)
  }
  const env = { PATH: process.env.PATH, ...environment }
  return runProgram('bash', ['-euo', 'pipefail', '-c', `${npm}\n${typed}`], { cwd: root, env, seconds: 100 })
}
