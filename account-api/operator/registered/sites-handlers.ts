import { organisationOfGroup } from '#account-api/applications/sites/site-people'
import type { SiteChange } from '#account-api/applications/sites/site-store'
import { type Fault, faulty, type OperatorHandling, refuseFault } from '#account-api/operator/handling'
import type { Service } from '#account-api/operator/service'
import { isSiteFact, siteFacts } from '#contract/applications/registered/site-facts'
import { done, refuse } from '#contract/server'
import { vouchedUrl } from '#contract/terms/vouched-url'
import { readNamed } from './named'

/** More groups would not fit into the arguments of a command. */
const mostGroups = 20

const noSite = (id: string) => refuse('no_such_site', `No site ${id} is registered.`)

/** The fault of an origin, in words. Undefined: it has none. */
const originFault = (publicUrl: string, text: string): string | undefined => {
  if (!vouchedUrl.safeParse(text).success)
    return 'The origin has to be https without a user; http is for this machine only.'
  const { origin, protocol } = new URL(text)
  if (origin !== text) return `The origin is scheme, host and port alone: ${origin}`
  const own = new URL(publicUrl)
  if (protocol === 'http:' && own.protocol === 'https:')
    return "The origin has to be https, like this site's: its cookies are sent over https alone."
  return origin === own.origin ? 'This is the origin of this site itself.' : undefined
}

/** Reads who may enter. Each group has to exist, so a typing error neither lets people in nor keeps everybody out. */
const readPeople = async ({ storage }: Service, typed: readonly string[]): Promise<{ people: string[] } | Fault> => {
  const people = [...new Set(typed)]
  if (people.length > mostGroups) return faulty(`A site has at most ${mostGroups} groups.`)
  for (const group of people) {
    const [publicId = '', role, ...rest] = group.split('/')
    const organisation = rest.length === 0 ? await storage.organisations.find(publicId) : undefined
    if (!organisation) return faulty(`There is no organisation ${organisationOfGroup(group)}.`)
    if (role !== undefined && role !== 'manager' && !(await storage.roles.find(organisation.id, role)))
      return faulty(`${organisation.name} has no role ${role}.`)
  }
  return { people }
}

const readChange = async (
  service: Service,
  { people, facts }: { people?: string[] | undefined; facts?: string[] | undefined },
): Promise<SiteChange | Fault> => {
  if (facts && !facts.every(isSiteFact))
    return faulty(`The facts are ${siteFacts.join(', ')}, separated by commas; or none.`)
  const read = people && (await readPeople(service, people))
  if (read && 'fault' in read) return read
  return { ...read, ...(facts && { facts: facts.filter(isSiteFact) }) }
}

export const sitesHandlers = {
  listSites: async (_, { service: { storage } }) => {
    const sites = await storage.sites.list()
    return done({
      sites: sites.map(({ id, name, origin, people, facts }) => ({
        ...{ id, name, origin, people: [...people], facts: [...facts] },
      })),
    })
  },

  addSite: async ({ id, origin, people, name }, { service }) => {
    const { deployment, storage } = service
    const named = readNamed(id, name)
    if ('fault' in named) return refuseFault(named)
    const fault = originFault(deployment.publicUrl, origin)
    if (fault !== undefined) return refuse('invalid_input', fault)
    const read = await readPeople(service, people)
    if ('fault' in read) return refuseFault(read)
    if (await storage.sites.insert({ ...named, origin, facts: [], createdAt: deployment.now(), ...read }))
      return done({})
    return refuse('taken', `Another site has the id ${id} or this origin, or a removed one had the id.`)
  },

  changeSite: async ({ id, ...asked }, { service }) => {
    const change = await readChange(service, asked)
    if ('fault' in change) return refuseFault(change)
    if (Object.keys(change).length === 0) return refuse('invalid_input', 'Name a field to change.')
    return (await service.storage.sites.change(id, change)) ? done({}) : noSite(id)
  },

  removeSite: async ({ id }, { service: { deployment, storage } }) =>
    (await storage.sites.change(id, { removedAt: deployment.now() })) ? done({}) : noSite(id),
} satisfies OperatorHandling
