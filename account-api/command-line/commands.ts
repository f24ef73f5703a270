import type { OperatorClient } from '#contract/client'
import { version } from '#rules/version'
import { announcementCommands } from './announcements'
import { apiCommands } from './apis'
import { breachedUsage, makeBreachedPasswords } from './breached-passwords'
import { clientPartCommands } from './client-parts'
import { clientCommands } from './clients'
import { explainCommands } from './explain'
import { helpCommands } from './help'
import { keyCommands } from './keys'
import { messageCommands } from './messages'
import { operatorCommands } from './operators'
import { peopleCommands } from './people'
import { type Commands, failed, type Row, type Said, said } from './said'
import { webhookCommands } from './webhooks'
import { websiteCommands } from './websites'
import { type Read, readWords } from './words'

/** All commands by their words. */
export const commands: Commands = {
  ...peopleCommands,
  ...helpCommands,
  ...messageCommands,
  ...announcementCommands,
  ...webhookCommands,
  ...websiteCommands,
  ...clientCommands,
  ...clientPartCommands,
  ...apiCommands,
  ...explainCommands,
  ...keyCommands,
  ...operatorCommands,
}

const begin = 'npm run admin -- '

/** The usage text of `npm run admin`, shown for unknown words: each command, and below it what it does. */
export const usage = [
  ...Object.entries(commands).flatMap(([words, { text }]) => (text === '' ? [] : [`${begin}${words}\n    ${text}\n`])),
  breachedUsage,
  `${begin}version\n    Shows the version of Butterfly.\n`,
].join('')

/** A command with its arguments. */
export type BoundCommand = (api: OperatorClient) => Promise<Said>

/** Runs a command that works on files of this machine, and needs no deployment. Undefined for any other words. */
export const runOnFiles = ([subject, verb, ...rest]: readonly string[]): Promise<Said> | Said | undefined =>
  /^(--)?version$/.test(subject ?? '') && verb === undefined
    ? said(version)
    : subject === 'breached-passwords' && verb === 'make' && (rest.length === 2 || rest.length === 3)
      ? makeBreachedPasswords(...rest)
      : undefined

/**
 * Finds the command that the words name, and binds its arguments. Undefined for any other words.
 * @param file the content of the file that {@link fileNamedBy} names
 */
export const findCommand = (words: readonly string[], file?: Uint8Array): BoundCommand | undefined => {
  const found = commandIn(words)
  if (!found) return undefined
  if ('fault' in found) return async () => found.fault
  const { typed, run, withFile } = found
  if (!withFile || fileIn(found) === undefined) return (api) => run(api, typed)
  return async (api) => (file ? withFile(api, file, typed) : failed('The file of this command is missing.'))
}

/** The name of the file that a command reads, on the operator's machine. Undefined: it reads none. */
export const fileNamedBy = (words: readonly string[]): string | undefined => {
  const found = commandIn(words)
  return found && fileIn(found)
}

type Found = Row & Read

const fileIn = (found: Found): string | undefined =>
  found.withFile && 'typed' in found && found.typed.file !== 'none' ? found.typed.file : undefined

const commandIn = (words: readonly string[]): Found | undefined => {
  for (const [pattern, row] of Object.entries(commands)) {
    const read = readWords(pattern, words, row.faults)
    if (read) return { ...row, ...read }
  }
  return undefined
}
