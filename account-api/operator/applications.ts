import { aid as aidPattern } from '../../contract/terms/fields'
import { vouchedUrl } from '../../contract/terms/vouched-url'
import { keyOf, mostApplications } from '../applications/applications/application'
import type { Application, ApplicationChange } from '../applications/applications/application-store'
import type { Service, Setting } from '../closing/service'
import { failed, type Said } from './said'
import { readShownName } from './shown-name'

/** The usage text of `npm run admin` for these commands. */
export const applicationUsage = `npm run admin -- application list                            lists your other web apps on this account API
npm run admin -- application add <aid> <url> <name>          registers one, and shows its key; <url> is its PUBLIC_URL
npm run admin -- application name <aid> <name>               what people read
npm run admin -- application url <aid> <url>                 where its pages are
npm run admin -- application key <aid>                       shows its newest key, for its ACCOUNT_API_KEY
npm run admin -- application new-key <aid>                   makes another key; the one before works until the next time
npm run admin -- application disable <aid>                   refuses its calls, and leads nobody there; enable undoes it
`

const noApplication = (aid: string): Said => failed(`No application ${aid} is registered.`)

/** Reads the address of a web app: an origin, spelled as in its PUBLIC_URL. */
const readOrigin = ({ publicUrl }: Setting, typed: string): { url: string } | Said => {
  if (!vouchedUrl.safeParse(typed).success)
    return failed('The address has to be an https URL without a user; http is for this machine only.')
  const { origin } = new URL(typed)
  if (typed.replace(/\/$/, '') !== origin) return failed(`The address has to be an origin: ${origin}`)
  return origin === publicUrl ? failed('This is the PUBLIC_URL of the account API’s own web app.') : { url: origin }
}

/** Registers an application, and shows its key. */
export const addApplication = async (service: Service, aid = '', typed = '', name = ''): Promise<Said> => {
  const { setting, storage } = service
  if (!aidPattern.safeParse(aid).success) return failed('An aid has 1 to 64 letters, digits, dots and dashes.')
  const shown = readShownName(name)
  if ('text' in shown) return shown
  const read = readOrigin(setting, typed)
  if ('text' in read) return read
  if ((await storage.applications.list(mostApplications)).length >= mostApplications)
    return failed(`There are ${mostApplications} applications, which is the most.`)
  const application = { aid, ...shown, ...read, keyVersion: 1, createdAt: setting.now(), disabledAt: null }
  const isNew = aid !== setting.application.aid && (await storage.applications.insert(application))
  if (!isNew) return failed(`Another application has the aid ${aid} or this address.`)
  return { ok: true, text: `${aid} is registered. ${keyText(setting, application)}` }
}

const keyText = ({ secrets }: Setting, application: Pick<Application, 'aid' | 'keyVersion'>): string =>
  `Its settings: ACCOUNT_API_AID=${application.aid} ACCOUNT_API_KEY=${keyOf(secrets[0] ?? '', application)}`

const describe = ({ aid, name, url, keyVersion, disabledAt }: Application): string =>
  [aid, name, url, `key ${keyVersion}`, disabledAt === null ? 'enabled' : 'disabled'].join('\t')

/** Lists the registered applications, without their keys. */
export const listApplications = async ({ storage }: Service): Promise<Said> => {
  const applications = await storage.applications.list(mostApplications)
  return { ok: true, text: applications.map(describe).join('\n') || 'No application is registered.' }
}

/** Reads a change, or says what is wrong with it. */
const readers: Record<'name' | 'url', (setting: Setting, typed: string) => ApplicationChange | Said> = {
  name: (_setting, typed) => readShownName(typed),
  url: readOrigin,
}

/** Changes the name or the address of an application. */
export const changeApplication =
  (field: keyof typeof readers) =>
  async ({ setting, storage }: Service, aid = '', typed = ''): Promise<Said> => {
    const change = readers[field](setting, typed)
    if ('text' in change) return change
    if (await storage.applications.change(aid, change)) return { ok: true, text: `${aid} is changed.` }
    const isThere = (await storage.applications.find(aid)) !== undefined
    return isThere ? failed('Another application has this address.') : noApplication(aid)
  }

/** Accepts the calls of an application, or refuses them from now on. */
export const enableApplication =
  (isEnabled: boolean) =>
  async ({ setting, storage }: Service, aid = ''): Promise<Said> => {
    const changed = await storage.applications.change(aid, { disabledAt: isEnabled ? null : setting.now() })
    return changed ? { ok: true, text: `${aid} is ${isEnabled ? 'enabled' : 'disabled'}.` } : noApplication(aid)
  }

/** Shows the newest key of an application. */
export const showApplicationKey = async ({ setting, storage }: Service, aid = ''): Promise<Said> => {
  const found = await storage.applications.find(aid)
  return found ? { ok: true, text: keyText(setting, found) } : noApplication(aid)
}

/** Makes another key of an application. The previous newest key is accepted until the next renewal. */
export const renewApplicationKey = async ({ setting, storage }: Service, aid = ''): Promise<Said> => {
  const keyVersion = await storage.applications.nextKey(aid)
  return keyVersion === undefined ? noApplication(aid) : { ok: true, text: keyText(setting, { aid, keyVersion }) }
}
