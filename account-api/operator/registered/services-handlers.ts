import type { ServiceChange } from '#account-api/applications/services/service-store'
import { urlRefusal } from '#account-api/applications/services/service-url'
import { type Fault, faulty, type OperatorHandling, refuseFault } from '#account-api/operator/handling'
import { attributeNames, isAttribute } from '#contract/applications/registered/attribute-names'
import { done, refuse } from '#contract/server'
import { readNamed } from './named'
import { refusalText } from './refusal-text'

const noService = (id: string) => refuse('no_such_service', `No service ${id} is registered.`)

interface Asked {
  attributes?: string[] | undefined
  logout_url?: string | null | undefined
  may_gateway?: boolean | undefined
}

/** Reads the new values of fields, or returns the fault of one. */
const readChange = ({ attributes, logout_url: logoutUrl, may_gateway: mayGateway }: Asked): ServiceChange | Fault => {
  if (attributes && !attributes.every(isAttribute))
    return faulty(`The attributes are ${attributeNames.join(', ')}, separated by commas; or none.`)
  const refusal = typeof logoutUrl === 'string' ? urlRefusal(logoutUrl) : undefined
  if (refusal) return faulty(refusalText(refusal))
  return {
    ...(attributes && { attributes: attributes.filter(isAttribute) }),
    ...(logoutUrl !== undefined && { logoutUrl }),
    ...(mayGateway !== undefined && { mayGateway }),
  }
}

export const servicesHandlers = {
  listServices: async (_, { service: { storage } }) => {
    const services = await storage.services.list()
    return done({
      services: services.map(({ id, name, url, attributes, logoutUrl, mayGateway }) => ({
        ...{ id, name, url, attributes: [...attributes], logout_url: logoutUrl, may_gateway: mayGateway },
      })),
    })
  },

  // At first, it is notified of ended sessions at its own address, and gets no attributes.
  addService: async ({ id, url, name }, { service: { deployment, storage } }) => {
    const named = readNamed(id, name)
    if ('fault' in named) return refuseFault(named)
    const refusal = urlRefusal(url)
    if (refusal) return refuse('invalid_input', refusalText(refusal))
    const registered = { ...named, url, logoutUrl: url, attributes: [], mayGateway: false, createdAt: deployment.now() }
    if (await storage.services.insert(registered)) return done({})
    return refuse('taken', `Another service has the id ${id} or this address, or a removed one had the id.`)
  },

  changeService: async ({ id, ...asked }, { service: { storage } }) => {
    const change = readChange(asked)
    if ('fault' in change) return refuseFault(change)
    if (Object.keys(change).length === 0) return refuse('invalid_input', 'Name a field to change.')
    return (await storage.services.change(id, change)) ? done({}) : noService(id)
  },

  // It gets no more tickets, its existing ones become invalid, and it is no longer notified of ended sessions.
  removeService: async ({ id }, { service: { deployment, storage } }) =>
    (await storage.services.remove(id, deployment.now())) ? done({}) : noService(id),
} satisfies OperatorHandling
