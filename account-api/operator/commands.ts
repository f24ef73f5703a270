import { approveUsername, type Reviewed, refuseUsername } from '../accounts/names/review'
import type { Service } from '../closing/service'
import {
  addApplication,
  applicationUsage,
  changeApplication,
  enableApplication,
  listApplications,
  renewApplicationKey,
  showApplicationKey,
} from './applications'
import { breachedUsage, makeBreachedPasswords } from './breached-passwords'
import { clientClaimsCommands, clientClaimsUsage } from './client-claims'
import { clientCommands, clientUsage } from './clients'
import { nameOrganisation } from './names'
import { freezeCommand, setManagerCommand, showOrganisation } from './organisations'
import { reasoned } from './reasoned'
import { failed, type Said } from './said'
import { addService, changeService, listServices, removeService, serviceUsage } from './services'
import { siteCommands, siteUsage } from './sites'
import { endSessionsOfUser, freezeUser, showUser, unfreezeUser, userUsage } from './users'

/** The usage text of `npm run admin` for unknown words. */
export const usage = `npm run admin -- names                                       lists the usernames that wait for review
npm run admin -- names approve <user-id>                     puts one into effect
npm run admin -- names refuse <user-id>                      drops one; its person keeps the username that they have
npm run admin -- organisations show <sec_subject_uid>        shows an organisation; its id is in the URLs of its pages
npm run admin -- organisations name <sec_subject_uid> <name> gives it a name that you know to be its own
npm run admin -- organisations freeze <sec_subject_uid>      keeps its members out; nobody but you can undo it
npm run admin -- organisations unfreeze <sec_subject_uid>    lets them in again
npm run admin -- organisations manager <sec_subject_uid> <user-id> --reason <text>
                                                             makes a user its manager, whose proof you have seen
${userUsage}${serviceUsage}${siteUsage}${applicationUsage}${clientUsage}${clientClaimsUsage}${breachedUsage}`

type Command = (service: Service, ...words: string[]) => Promise<Said>

/** A command with its arguments. */
export type BoundCommand = (service: Service) => Promise<Said>

/** The most usernames in the list. Those that wait longest come first. */
const mostNames = 1000

const listNames: Command = async ({ storage }) => {
  const pending = await storage.usernames.listPending(mostNames)
  const lines = pending.map(({ accountId, username: { value }, current, askedAt }) =>
    [accountId, value, `instead of ${current}`, `since ${new Date(askedAt).toISOString()}`].join('\t'),
  )
  if (lines.length === mostNames) lines.push(`These are the ${mostNames} that wait longest. There may be more.`)
  return { ok: true, text: lines.length > 0 ? lines.join('\n') : 'No username waits for review.' }
}

const reviewed = (userId: string, answer: Reviewed, done: string): Said => {
  if (answer.ok) return { ok: true, text: `${answer.username} is ${done}, and its person is told.` }
  const reasons = {
    nothing_pending: `No username of ${userId} waits for review.`,
    taken: 'Another account has this username by now, or one that looks like it. Refuse it, or look again later.',
  }
  return { ok: false, text: reasons[answer.code] }
}

interface Row {
  /** The number of arguments. */
  words: number
  /** The number of arguments including optional ones. */
  most?: number
  run: Command
  /** Runs it with the file that the last argument names. The word `none` stands for no file. */
  withFile?: (service: Service, file: Uint8Array, ...words: string[]) => Promise<Said>
}

/** The commands by name. */
const commands: Record<string, Row> = {
  names: { words: 0, run: listNames },
  'names approve': {
    words: 1,
    run: async (service, userId = '') => reviewed(userId, await approveUsername(service, userId), 'approved'),
  },
  'names refuse': {
    words: 1,
    run: async (service, userId = '') => reviewed(userId, await refuseUsername(service, userId), 'refused'),
  },
  'organisations show': { words: 1, run: showOrganisation },
  'organisations name': { words: 2, run: nameOrganisation },
  'organisations freeze': { words: 1, run: freezeCommand(true) },
  'organisations unfreeze': { words: 1, run: freezeCommand(false) },
  'organisations manager': { words: 4, run: reasoned(setManagerCommand) },
  'users show': { words: 1, run: showUser },
  'users freeze': { words: 3, run: reasoned(freezeUser) },
  'users unfreeze': { words: 3, run: reasoned(unfreezeUser) },
  'users end-sessions': { words: 3, run: reasoned(endSessionsOfUser) },
  service: { words: 0, run: listServices },
  'service list': { words: 0, run: listServices },
  'service add': { words: 3, run: addService },
  'service attributes': { words: 2, run: changeService('attributes') },
  'service logout-url': { words: 2, run: changeService('logoutUrl') },
  'service gateway': { words: 2, run: changeService('mayGateway') },
  'service remove': { words: 1, run: removeService },
  application: { words: 0, run: listApplications },
  'application list': { words: 0, run: listApplications },
  'application add': { words: 3, run: addApplication },
  'application name': { words: 2, run: changeApplication('name') },
  'application url': { words: 2, run: changeApplication('url') },
  'application key': { words: 1, run: showApplicationKey },
  'application new-key': { words: 1, run: renewApplicationKey },
  'application disable': { words: 1, run: enableApplication(false) },
  'application enable': { words: 1, run: enableApplication(true) },
  ...siteCommands,
  ...clientCommands,
  ...clientClaimsCommands,
}

/** Runs a command that works on files of this machine, and needs no deployment. Undefined for any other words. */
export const runOnFiles = ([subject, verb, ...rest]: readonly string[]): Promise<Said> | undefined =>
  subject === 'breached-passwords' && verb === 'make' && (rest.length === 2 || rest.length === 3)
    ? makeBreachedPasswords(...rest)
    : undefined

/**
 * Finds the command that the words name, and binds its arguments. Undefined for any other words.
 * @param file the content of the file that {@link fileNamedBy} tells
 */
export const findCommand = (words: readonly string[], file?: Uint8Array): BoundCommand | undefined => {
  const found = commandIn(words)
  if (!found) return undefined
  const { run, withFile, rest, fileName } = found
  if (!withFile || fileName === undefined) return (service) => run(service, ...rest)
  return async (service) => (file ? withFile(service, file, ...rest) : failed('The command came without its file.'))
}

/** The name of the file that a command reads, on the machine of its operator. Undefined: it reads none. */
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
