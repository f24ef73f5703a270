import { vouchedUrl } from '../../contract/terms/vouched-url'
import { isSiteFact, siteFacts } from '../applications/sites/site-facts'
import { organisationOfGroup } from '../applications/sites/site-people'
import type { ProtectedSite, SiteChange } from '../applications/sites/site-store'
import type { Service } from '../closing/service'
import { failed, type Said } from './said'
import { readNamed } from './services'

/** The usage text of `npm run admin` for these commands. */
export const siteUsage = `npm run admin -- site list                                   lists the sites behind proxies that ask who is there
npm run admin -- site add <id> <origin> <people> <name>      registers one; <origin> is like https://wiki.example.com
npm run admin -- site people <id> <people>                   who may enter: everyone, or groups with commas between:
                                                             <sec_subject_uid> or <sec_subject_uid>/<role>
npm run admin -- site facts <id> <names>                     what it gets to know: ${siteFacts.join(',')}; or none
npm run admin -- site remove <id>                            ends it; its id is never used again
`

/** More groups would not fit into the words of a command. */
const mostGroups = 20

const noSite = (id: string): Said => failed(`No site ${id} is registered.`)

/** The fault of an origin, in words. Undefined: it has none. */
const originFault = (publicUrl: string, text: string): string | undefined => {
  if (!vouchedUrl.safeParse(text).success)
    return 'The origin has to be https without a user; http is for this machine only.'
  const { origin, protocol } = new URL(text)
  if (origin !== text) return `The origin is scheme, host and port alone: ${origin}`
  const own = new URL(publicUrl)
  if (protocol === 'http:' && own.protocol === 'https:')
    return 'The origin has to be https, as that of this site is: its cookies go over https alone.'
  return origin === own.origin ? 'This is the origin of this site itself.' : undefined
}

/** Reads who may enter. Each group has to exist, so that a slip of the pen lets nobody in, or keeps all out. */
const readPeople = async ({ storage }: Service, typed: string): Promise<SiteChange | string> => {
  if (typed === 'everyone') return { people: [] }
  const people = [...new Set(typed.split(','))]
  if (people.length > mostGroups) return `A site has at most ${mostGroups} groups.`
  for (const group of people) {
    const [publicId = '', role, ...rest] = group.split('/')
    const organisation = rest.length === 0 ? await storage.organisations.find(publicId) : undefined
    if (!organisation) return `There is no organisation ${organisationOfGroup(group)}.`
    if (role !== undefined && role !== 'manager' && !(await storage.roles.find(organisation.id, role)))
      return `${organisation.name} has no role ${role}.`
  }
  return { people }
}

const readFacts = async (_: Service, typed: string): Promise<SiteChange | string> => {
  const names = typed === 'none' ? [] : typed.split(',')
  const facts = names.filter(isSiteFact)
  return facts.length < names.length ? `The facts are ${siteFacts.join(', ')}, with commas; or none.` : { facts }
}

/** Registers a site. At first it gets the user id alone. */
const addSite = async (service: Service, id = '', origin = '', typed = '', name = ''): Promise<Said> => {
  const { setting, storage } = service
  const named = readNamed(id, name)
  if ('text' in named) return named
  const fault = originFault(setting.publicUrl, origin)
  if (fault !== undefined) return failed(fault)
  const people = await readPeople(service, typed)
  if (typeof people === 'string') return failed(people)
  const site = { ...named, origin, people: [], facts: [], createdAt: setting.now(), ...people }
  if (!(await storage.sites.insert(site)))
    return failed(`Another site has the id ${id} or this origin, or a removed one had the id.`)
  return { ok: true, text: `${id} is registered. It gets the user id alone; see site facts.` }
}

const describe = ({ id, name, origin, people, facts }: ProtectedSite): string =>
  [id, name, origin, `people ${people.join(',') || 'everyone'}`, `facts ${facts.join(',') || 'none'}`].join('\t')

const listSites = async ({ storage }: Service): Promise<Said> => {
  const sites = await storage.sites.list()
  return { ok: true, text: sites.map(describe).join('\n') || 'No site is registered.' }
}

/** Changes one field of a site. It counts from the next request on. */
const changeSite =
  (read: typeof readPeople) =>
  async (service: Service, id = '', typed = ''): Promise<Said> => {
    const change = await read(service, typed)
    if (typeof change === 'string') return failed(change)
    return (await service.storage.sites.change(id, change)) ? { ok: true, text: `${id} is changed.` } : noSite(id)
  }

/** Removes a site: its tickets and its sessions open nothing. */
const removeSite = async ({ setting, storage }: Service, id = ''): Promise<Said> =>
  (await storage.sites.change(id, { removedAt: setting.now() })) ? { ok: true, text: `${id} is removed.` } : noSite(id)

/** The commands by name. */
export const siteCommands = {
  site: { words: 0, run: listSites },
  'site list': { words: 0, run: listSites },
  'site add': { words: 4, run: addSite },
  'site people': { words: 2, run: changeSite(readPeople) },
  'site facts': { words: 2, run: changeSite(readFacts) },
  'site remove': { words: 1, run: removeSite },
}
