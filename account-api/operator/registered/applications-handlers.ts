import { keyOf, mostApplications } from '#account-api/applications/share/application'
import type { Application } from '#account-api/applications/share/application-store'
import { type Fault, faulty, type OperatorHandling, refuseFault } from '#account-api/operator/handling'
import type { Deployment, Service } from '#account-api/operator/service'
import { readShownName } from '#account-api/operator/shown-name'
import { done, refuse } from '#contract/server'
import { aid as aidPattern } from '#contract/terms/fields'
import { vouchedUrl } from '#contract/terms/vouched-url'

const noApplication = (aid: string) => refuse('no_such_application', `No application ${aid} is registered.`)

/** Reads the address of a web app: an origin, spelled like its PUBLIC_URL. */
const readOrigin = ({ publicUrl }: Deployment, typed: string): { url: string } | Fault => {
  if (!vouchedUrl.safeParse(typed).success)
    return faulty('The address has to be an https URL without a user; http is for this machine only.')
  const { origin } = new URL(typed)
  if (typed.replace(/\/$/, '') !== origin) return faulty(`The address has to be an origin: ${origin}`)
  return origin === publicUrl ? faulty('This is the PUBLIC_URL of the account API’s own web app.') : { url: origin }
}

const keyed = ({ secrets }: Deployment, application: Pick<Application, 'aid' | 'keyVersion'>) =>
  done({ key: keyOf(secrets[0] ?? '', application) })

/** Accepts the calls of an application, or refuses them from now on. */
const enable = async ({ deployment, storage }: Service, { aid, isEnabled }: { aid: string; isEnabled: boolean }) => {
  const disabledAt = isEnabled ? null : deployment.now()
  return (await storage.applications.change(aid, { disabledAt })) ? done({}) : noApplication(aid)
}

export const applicationsHandlers = {
  listApplications: async (_, { service: { storage } }) => {
    const applications = await storage.applications.list(mostApplications)
    return done({
      applications: applications.map(({ aid, name, url, keyVersion, disabledAt }) => ({
        ...{ aid, name, url, key_version: keyVersion, is_enabled: disabledAt === null },
      })),
    })
  },

  addApplication: async ({ aid, url, name }, { service: { deployment, storage } }) => {
    if (!aidPattern.safeParse(aid).success)
      return refuse('invalid_input', 'An aid has 1 to 64 letters, digits, dots and dashes.')
    const shown = readShownName(name)
    if ('fault' in shown) return refuseFault(shown)
    const read = readOrigin(deployment, url)
    if ('fault' in read) return refuseFault(read)
    if ((await storage.applications.list(mostApplications)).length >= mostApplications)
      return refuse('too_many', `There are ${mostApplications} applications, which is the maximum.`)
    const application = { aid, ...shown, ...read, keyVersion: 1, createdAt: deployment.now(), disabledAt: null }
    const isNew = aid !== deployment.application.aid && (await storage.applications.insert(application))
    return isNew
      ? keyed(deployment, application)
      : refuse('taken', `Another application has the aid ${aid} or this address.`)
  },

  changeApplication: async ({ aid, name, url }, { service: { deployment, storage } }) => {
    const shown = name === undefined ? undefined : readShownName(name)
    if (shown && 'fault' in shown) return refuseFault(shown)
    const read = url === undefined ? undefined : readOrigin(deployment, url)
    if (read && 'fault' in read) return refuseFault(read)
    const change = { ...shown, ...read }
    if (Object.keys(change).length === 0) return refuse('invalid_input', 'Name a field to change.')
    if (await storage.applications.change(aid, change)) return done({})
    const isThere = (await storage.applications.find(aid)) !== undefined
    return isThere ? refuse('taken', 'Another application has this address.') : noApplication(aid)
  },

  showApplicationKey: async ({ aid }, { service: { deployment, storage } }) => {
    const found = await storage.applications.find(aid)
    return found ? keyed(deployment, found) : noApplication(aid)
  },

  renewApplicationKey: async ({ aid }, { service: { deployment, storage } }) => {
    const keyVersion = await storage.applications.nextKey(aid)
    return keyVersion === undefined ? noApplication(aid) : keyed(deployment, { aid, keyVersion })
  },

  disableApplication: ({ aid }, { service }) => enable(service, { aid, isEnabled: false }),

  enableApplication: ({ aid }, { service }) => enable(service, { aid, isEnabled: true }),
} satisfies OperatorHandling
