import { attributeNames, isAttribute } from '../applications/services/attribute-names'
import type { RegisteredService, ServiceChange } from '../applications/services/service-store'
import { type UrlRefusal, urlRefusal } from '../applications/services/service-url'
import type { Service } from '../closing/service'
import { failed, type Said } from './said'
import { readShownName } from './shown-name'

/** The usage text of `npm run admin` for these commands. */
export const serviceUsage = `npm run admin -- service list                                lists the services that sign people in here, by CAS
npm run admin -- service add <id> <url> <name>               registers one; <url> is the exact address that it names
npm run admin -- service attributes <id> <names>             what it gets to know: ${attributeNames.join(',')}; or none
npm run admin -- service logout-url <id> <url>               where it is told that a session has ended; or none
npm run admin -- service gateway <id> yes|no                 whether it may ask who is signed in without a sign-in page
npm run admin -- service remove <id>                         ends it; its id is never used again
`

const idPattern = /^[a-z\d](?:[a-z\d-]{0,38}[a-z\d])?$/

/** The id and the name of what the operator registers, or what is wrong with them. */
export const readNamed = (id: string, name: string): { id: string; name: string } | Said => {
  if (!idPattern.test(id)) return failed('An id has 1 to 40 lower-case letters, digits and hyphens.')
  const shown = readShownName(name)
  return 'text' in shown ? shown : { id, ...shown }
}

/** The fault of an address, in words. */
export const refusalText = (refusal: UrlRefusal): string => {
  switch (refusal.because) {
    case 'spelling':
      return `The address has to be spelled as clients send it: ${refusal.instead}`
    case 'not_https':
      return 'The address has to be an https URL without a user; http is for this machine only.'
    case 'too_long':
      return 'The address is longer than 500 characters.'
    case 'fragment':
      return 'The address must not have a fragment (#).'
    default:
      return 'The address must not have a parameter “ticket”: CAS adds it.'
  }
}

const noService = (id: string): Said => failed(`No service ${id} is registered.`)

/** Registers a service. At first, it is told of the end of sessions at its own address, and gets no attributes. */
export const addService = async ({ setting, storage }: Service, id = '', url = '', name = ''): Promise<Said> => {
  const named = readNamed(id, name)
  if ('text' in named) return named
  const refusal = urlRefusal(url)
  if (refusal) return failed(refusalText(refusal))
  const service = { ...named, url, logoutUrl: url, attributes: [], mayGateway: false, createdAt: setting.now() }
  const isNew = await storage.services.insert(service)
  if (!isNew) return failed(`Another service has the id ${id} or this address, or a removed one had the id.`)
  return { ok: true, text: `${id} is registered. It gets the user id alone; see service attributes.` }
}

const describe = ({ id, name, url, logoutUrl, attributes, mayGateway }: RegisteredService): string =>
  [
    id,
    name,
    url,
    `attributes ${attributes.join(',') || 'none'}`,
    `logout-url ${logoutUrl ?? 'none'}`,
    `gateway ${mayGateway ? 'yes' : 'no'}`,
  ].join('\t')

/** Lists the registered services. */
export const listServices = async ({ storage }: Service): Promise<Said> => {
  const services = await storage.services.list()
  return { ok: true, text: services.map(describe).join('\n') || 'No service is registered.' }
}

/** Reads the new value of a field, or says what is wrong with it. */
const readers: { [Field in keyof ServiceChange]-?: (typed: string) => ServiceChange | string } = {
  attributes: (typed) => {
    const names = typed === 'none' ? [] : typed.split(',')
    const attributes = names.filter(isAttribute)
    if (attributes.length < names.length)
      return `The attributes are ${attributeNames.join(', ')}, with commas; or none.`
    return { attributes }
  },
  logoutUrl: (typed) => {
    if (typed === 'none') return { logoutUrl: null }
    const refusal = urlRefusal(typed)
    return refusal ? refusalText(refusal) : { logoutUrl: typed }
  },
  mayGateway: (typed) => (['yes', 'no'].includes(typed) ? { mayGateway: typed === 'yes' } : 'Say yes or no.'),
}

/** Changes one field of a service. */
export const changeService =
  (field: keyof ServiceChange) =>
  async ({ storage }: Service, id = '', typed = ''): Promise<Said> => {
    const change = readers[field](typed)
    if (typeof change === 'string') return failed(change)
    return (await storage.services.change(id, change)) ? { ok: true, text: `${id} is changed.` } : noService(id)
  }

/** Removes a service: it gets no more tickets, its present ones become invalid, and it is told of no more ends. */
export const removeService = async ({ setting, storage }: Service, id = ''): Promise<Said> =>
  (await storage.services.remove(id, setting.now())) ? { ok: true, text: `${id} is removed.` } : noService(id)
