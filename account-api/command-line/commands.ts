import type { OperatorClient } from '#contract/client'
import { version } from '#rules/version'
import { announcementCommands, announcementUsage } from './announcements'
import { apiCommands, apiUsage } from './apis'
import { breachedUsage, makeBreachedPasswords } from './breached-passwords'
import { clientClaimsCommands, clientClaimsUsage } from './client-claims'
import { clientKeysCommands } from './client-keys'
import { clientCommands, clientUsage } from './clients'
import { explainCommands, explainUsage } from './explain'
import { helpCommands, helpUsage } from './help'
import { keyCommands, keyUsage } from './keys'
import { messageCommands, messageUsage } from './messages'
import { operatorCommands, operatorUsage } from './operators'
import { peopleCommands, peopleUsage } from './people'
import { failed, type Row, type Said, said } from './said'
import { webhookCommands, webhookUsage } from './webhooks'
import { websiteCommands, websiteUsage } from './websites'

const versionUsage = `npm run admin -- version                                     shows the version of Butterfly
`

/** The usage text of `npm run admin`, shown for unknown words. */
export const usage = [
  ...[peopleUsage, helpUsage, messageUsage, announcementUsage, webhookUsage],
  ...[
    websiteUsage,
    clientUsage,
    clientClaimsUsage,
    apiUsage,
    explainUsage,
    keyUsage,
    operatorUsage,
    breachedUsage,
    versionUsage,
  ],
].join('')

export type BoundCommand = (api: OperatorClient) => Promise<Said>

const commands: Record<string, Row> = {
  ...peopleCommands,
  ...helpCommands,
  ...messageCommands,
  ...announcementCommands,
  ...webhookCommands,
  ...websiteCommands,
  ...clientCommands,
  ...clientClaimsCommands,
  ...clientKeysCommands,
  ...apiCommands,
  ...explainCommands,
  ...keyCommands,
  ...operatorCommands,
}

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
  const { run, withFile, rest, fileName } = found
  if (!withFile || fileName === undefined) return (api) => run(api, ...rest)
  return async (api) => (file ? withFile(api, file, ...rest) : failed('The file of this command is missing.'))
}

/** The name of the file that a command reads, on the operator's machine. Undefined: it reads none. */
export const fileNamedBy = (words: readonly string[]): string | undefined => commandIn(words)?.fileName

const commandIn = (words: readonly string[]): (Row & { rest: string[]; fileName: string | undefined }) | undefined => {
  for (const [name, row] of Object.entries(commands)) {
    const { words: least, most = least, withFile } = row
    const named = name.split(' ')
    const rest = words.slice(named.length)
    const last = rest.at(-1)
    if (named.every((word, index) => word === words[index]) && rest.length >= least && rest.length <= most)
      return { ...row, rest, fileName: withFile && last !== 'none' ? last : undefined }
  }
  return undefined
}
