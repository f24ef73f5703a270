import { createOperatorClient } from '../../contract/client'
import { secretFile } from '../../settings/files/secret-file'
import type { Person } from '../deployment/people'
import { type Butterfly, start } from '../deployment/start'
import type { Robot } from '../robot/robot'
import { type Config, InvalidRequest } from './config'

/** A Butterfly with the client and the person of a configuration. */
export interface Deployment {
  butterfly: Butterfly
  /** Sets up the client and the person of the configuration. */
  apply(config: Config): Promise<void>
  /** The robot of the signed-in person, which stays on the site. */
  person(): { person: Person; robot: Robot }
  /** The secrets of the clients so far, by their ids. */
  secrets: ReadonlyMap<string, string>
  /** Signs the person in again after their session has ended. */
  signIn(): Promise<void>
}

const scopes = ['openid', 'profile', 'email', 'mobile_plain', 'offline_access']

/** The answer to a call of the operator. */
const doneOf = <Data>(
  answer: { ok: true; data: Data } | { ok: false; description: string },
  worded = (description: string) => description,
): Data => {
  if (answer.ok) return answer.data
  throw new InvalidRequest(worded(answer.description))
}

/** The profile fields on its page, by the claims that they become. */
const profileOf = ({ name, birthdate, zoneinfo }: Config['person']): Record<string, string> => {
  const [year = '', month = '', day = ''] = birthdate?.split('-').map((part) => String(Number(part))) ?? []
  return {
    name,
    birthday_year: year,
    birthday_month: month,
    birthday_day: day,
    ...(zoneinfo !== null && { time_zone: zoneinfo }),
  }
}

/** @param settings the folder of Butterfly, and the header by which the simulator recognises its own requests */
export const startDeployment = async (settings: {
  butterfly?: string | undefined
  url: string
  ownHeader: Record<string, string>
}): Promise<Deployment> => {
  const { url, ownHeader } = settings
  const butterfly = await start({ ...(settings.butterfly !== undefined && { butterfly: settings.butterfly }), url })
  const key = secretFile(butterfly.folder, 'account-api-key')
  const secrets = new Map<string, string>()
  const known = new Map<string, { person: Person; robot: Robot }>()
  let current: { person: Person; robot: Robot } | undefined

  const operator = createOperatorClient({
    baseUrl: butterfly.accountApiUrl,
    application: { aid: 'butterfly', key },
  })

  const applyClient = async ({ client, claims, id_token_claims }: Config): Promise<void> => {
    const { client_id: id, redirect_uris, post_logout_redirect_uris, backchannel_logout_uri } = client
    const isPublic = client.token_endpoint_auth_method === 'none'
    if (!secrets.has(id)) {
      const added = { client_key: id, redirect_uris, name: id, is_public: isPublic }
      secrets.set(id, doneOf(await operator.addClient(added)).secret ?? '')
    } else if (isPublic !== (secrets.get(id) === ''))
      throw new InvalidRequest(
        'client.token_endpoint_auth_method: a client with a secret keeps it; take another client_id',
      )
    const changed = {
      client_key: id,
      scopes,
      is_first_party: true,
      redirect_uris,
      post_logout_uris: post_logout_redirect_uris,
      logout_url: backchannel_logout_uri,
    }
    doneOf(await operator.changeClient(changed))
    const mappers = Object.entries(claims).map(([claim, value]) => ({ claim, value }))
    const ruled = await operator.setClientClaims({ client_key: id, rules: { id_token: id_token_claims, mappers } })
    const inOurNames = (text: string) =>
      text
        .replace(/^mappers\.(\d+)\.\w+/, (_, nth: string) => `claims.${mappers[Number(nth)]?.claim}`)
        .replace(/^id_token\b/, 'id_token_claims')
    doneOf(ruled, inOurNames)
  }

  const registered = async ({ email, phone_number }: Config['person']) => {
    const person = await butterfly.person({
      ...(email !== null && { email }),
      ...(phone_number !== null && { mobile: phone_number }),
    })
    const robot = butterfly.robot({ staysOnSite: true, headers: ownHeader })
    return { person, robot }
  }

  const signIn = async (): Promise<void> => {
    if (!current) return
    const { person, robot } = current
    await robot.open('/login')
    if (robot.page.path === '/login') await robot.send({ account: person.identifier, password: person.password })
    if (robot.page.path !== '/settings') throw new Error(`The person is not signed in: ${robot.page.errors.join(' ')}`)
  }

  const applyPerson = async ({ person: wanted }: Config): Promise<void> => {
    const who = `${wanted.email} ${wanted.phone_number}`
    const isNew = !known.has(who)
    current = known.get(who) ?? (await registered(wanted))
    known.set(who, current)
    if (isNew) await signIn()
    const { robot } = current
    await robot.open('/settings/profile')
    await robot.send(profileOf(wanted))
    if (robot.page.errors.length > 0) throw new InvalidRequest(`person: ${robot.page.errors.join(' ')}`)
  }

  return {
    butterfly,
    secrets,
    signIn,
    apply: async (config) => {
      await applyClient(config)
      await applyPerson(config)
    },
    person: () => {
      if (!current) throw new Error('Nobody is configured.')
      return current
    },
  }
}
