import type { Deployment, Stores } from '#account-api/applications/service'
import { aid as aidPattern } from '#contract/terms/fields'
import { derivedKey } from '#contract/wire/derived-key'
import type { Application } from './application-store'

/** How many may be registered: a page that links to them names each in a header. */
export const mostApplications = 20

/**
 * A key of an application. It is derived from a secret of the key ring and never stored, so a reader of the database
 * alone can sign nothing.
 */
export const keyOf = (secret: string, { aid, keyVersion }: Pick<Application, 'aid' | 'keyVersion'>): string =>
  derivedKey(secret, `application key ${keyVersion} ${aid}`).export().toString('base64url')

/** The keys with which an application may sign: the newest and the previous one. Empty if it may make no calls. */
export const keysOfApplication = async (
  stores: Pick<Stores, 'deployment' | 'applications'>,
  aid: string,
): Promise<string[]> => {
  const application = aidPattern.safeParse(aid).success ? await stores.applications.find(aid) : undefined
  if (!application || application.disabledAt !== null) return []
  const versions = [application.keyVersion, application.keyVersion - 1].filter((version) => version > 0)
  return versions.flatMap((keyVersion) => stores.deployment.secrets.map((secret) => keyOf(secret, { aid, keyVersion })))
}

export interface Sibling {
  aid: string
  name: string
  url: string
}

const ownIn = ({ application: { aid, names }, publicUrl: url }: Deployment, language: string): Sibling => ({
  aid,
  name: names[language === 'en' ? 'en' : 'zh-Hans'],
  url,
})

interface Named {
  aid: string
  language: string
}

/** The application with this id, unless it is disabled. */
export const findApplication = async (
  stores: Pick<Stores, 'deployment' | 'applications'>,
  { aid, language }: Named,
): Promise<Sibling | undefined> => {
  if (aid === stores.deployment.application.aid) return ownIn(stores.deployment, language)
  const found = await stores.applications.find(aid)
  return found && found.disabledAt === null ? found : undefined
}

/** The enabled applications other than the given one. */
export const siblingsOf = async (
  stores: Pick<Stores, 'deployment' | 'applications'>,
  { aid, language }: Named,
): Promise<Sibling[]> => {
  const registered = (await stores.applications.list(mostApplications)).filter(({ disabledAt }) => disabledAt === null)
  return [ownIn(stores.deployment, language), ...registered].filter((each) => each.aid !== aid)
}
