import { type From, nowhere } from '#account-api/kernel/from'
import { count } from '#account-api/kernel/limits/limits'
import { type TooManyRequests, tooManyRequests } from '#account-api/kernel/limits/too-many'
import { newId, newToken } from '#account-api/kernel/random'
import { lockActing, type NotActing } from '#account-api/organisations/organisation/acting'
import { nobody, recordInOrganisation } from '#account-api/organisations/organisation/log/log'
import { tellManager, tellOfPower } from '#account-api/organisations/organisation/manager-news'
import type { Acting } from '#account-api/organisations/records/member-record'
import { type RoleRefusal, roleToGive } from '#account-api/organisations/roles/role-to-give'
import { inTransaction, type Service } from '#account-api/organisations/service'
import { keepState, loseDomain } from './look'
import type { MailDomain } from './mail-domain-record'
import { isPublic } from './name'
import { lookAt, type RecordState } from './record'

const needed = 'domain.manage'

/** How many mail domains an organisation may have. */
export const mostDomains = 20

interface Named {
  acting: Acting
  /** In ASCII and lower case. */
  name: string
  from: From
}

type NoSuch = { ok: false; code: 'no_such_domain' }
const noSuch: NoSuch = { ok: false, code: 'no_such_domain' }

/** The name of a domain in the organisation's log. */
const loggedAs = (name: string) => ({ publicId: '', name })

type Added =
  | { ok: true; domain: MailDomain }
  | NotActing
  | { ok: false; code: 'domain_is_added' | 'domain_is_public' }
  | { ok: false; code: 'too_many_domains'; most: number }

/** Adds a domain. Nobody can join by it before it is proven. */
export const addMailDomain = inTransaction<Named, Added>(async (stores, { acting: asked, name, from }) => {
  const now = await lockActing(stores, asked, needed)
  if (!now.ok) return now
  if (isPublic(name)) return { ok: false, code: 'domain_is_public' }
  const organisationId = now.acting.organisation.id
  const present = await stores.mailDomains.of(organisationId)
  if (present.length >= mostDomains) return { ok: false, code: 'too_many_domains', most: mostDomains }
  const at = stores.deployment.now()
  const added = { id: newId(at), organisationId, domain: name, token: newToken(128), createdAt: at }
  if (!(await stores.mailDomains.insert(added))) return { ok: false, code: 'domain_is_added' }
  await recordInOrganisation(stores, {
    kind: 'domain_added',
    acting: now.acting,
    target: loggedAs(name),
    from,
  })
  await tellManager(stores, { change: 'mail_domain_added', ...now.acting, from })
  const unproven = { provenSince: null, seenAt: null, missingSince: null }
  return { ok: true, domain: { ...added, ...unproven, joining: 'off', role: undefined, chooser: undefined } }
})

type Checked =
  | { ok: true; domain: MailDomain }
  | NotActing
  | NoSuch
  | { ok: false; code: 'domain_unreachable' | 'domain_taken' }
  | { ok: false; code: 'domain_not_proven'; reason: Exclude<RecordState, 'silent' | undefined> }
  | TooManyRequests

/**
 * Looks up the text record of a domain, and stores the result. If the domain's former organisation no longer has a
 * record there, the domain moves to the organisation that has one.
 */
export const checkMailDomain = async (service: Service, { acting, name, from }: Named): Promise<Checked> => {
  const { deployment, storage } = service
  const known = await storage.mailDomains.find(acting.organisation.id, name)
  if (!known) return noSuch
  const counted = await count(storage, 'domainChecks', { subject: acting.organisation.id, at: deployment.now() })
  if (!counted.within) return tooManyRequests(deployment, counted.until)
  const { state, has } = await lookAt(deployment, known)
  const holder = state === undefined ? await storage.mailDomains.held(name) : undefined
  if (holder && holder.id !== known.id && !has(holder.token))
    await endFormer(service, { organisationId: holder.organisationId, name, token: holder.token })
  try {
    return await keepCheck(service, { acting, name, from, token: known.token, state })
  } catch (error) {
    // If two organisations prove it concurrently, an index of the database accepts one.
    const winner = await storage.mailDomains.held(name)
    if (winner && winner.id !== known.id) return { ok: false, code: 'domain_taken' }
    throw error
  }
}

/** Ends the proof of the organisation that had a domain before. */
const endFormer = inTransaction<{ organisationId: string; name: string; token: string }, void>(
  async (stores, { organisationId, name, token }) => {
    const organisation = await stores.organisations.lock(organisationId)
    const domain = await stores.mailDomains.find(organisationId, name)
    if (organisation && domain?.token === token && domain.provenSince !== null)
      await loseDomain(stores, { organisation, domain, by: nobody, from: nowhere })
  },
)

const keepCheck = inTransaction<Named & { token: string; state: RecordState }, Checked>(
  async (stores, { acting: asked, name, from, token, state }) => {
    const now = await lockActing(stores, asked, needed)
    if (!now.ok) return now
    const { organisation, member } = now.acting
    const domain = await stores.mailDomains.find(organisation.id, name)
    if (domain?.token !== token) return noSuch
    const isKept = await keepState(stores, { organisation, domain, state, by: member, from })
    if (state === 'silent') return { ok: false, code: 'domain_unreachable' }
    if (state !== undefined) return { ok: false, code: 'domain_not_proven', reason: state }
    const proven = isKept && (await stores.mailDomains.find(organisation.id, name))
    return proven ? { ok: true, domain: proven } : { ok: false, code: 'domain_taken' }
  },
)

type Updated = { ok: true } | NotActing | NoSuch | RoleRefusal | { ok: false; code: 'domain_unproven' }

/** Sets how people with a proven address may join. The member who chooses a role is responsible for it. */
export const updateMailDomain = inTransaction<
  Named & { joining: MailDomain['joining']; roleKey: string | undefined },
  Updated
>(async (stores, { acting: asked, name, joining, roleKey, from }) => {
  const now = await lockActing(stores, asked, needed)
  if (!now.ok) return now
  const { acting } = now
  const domain = await stores.mailDomains.find(acting.organisation.id, name)
  if (!domain) return noSuch
  if (joining !== 'off' && domain.provenSince === null) return { ok: false, code: 'domain_unproven' }
  const given = await roleToGive(stores, acting, joining === 'join' ? roleKey : undefined)
  if (!given.ok) return given
  const { role } = given
  await stores.mailDomains.update(domain.id, {
    joining,
    roleId: role?.id ?? null,
    chooserId: role ? acting.member.id : null,
  })
  await tellOfPower(stores, { given: role, before: domain.role, ...acting, from })
  await recordInOrganisation(stores, {
    kind: 'domain_updated',
    acting,
    target: loggedAs(name),
    before: { joining: domain.joining, role: domain.role?.key },
    after: { joining, role: role?.key },
    from,
  })
  return { ok: true }
})

/** Removes a domain. Members who have joined by it stay. */
export const removeMailDomain = inTransaction<Named, { ok: true } | NotActing | NoSuch>(
  async (stores, { acting: asked, name, from }) => {
    const now = await lockActing(stores, asked, needed)
    if (!now.ok) return now
    const { acting } = now
    const domain = await stores.mailDomains.find(acting.organisation.id, name)
    if (!domain) return noSuch
    await stores.mailDomains.delete(domain.id)
    await recordInOrganisation(stores, { kind: 'domain_removed', acting, target: loggedAs(name), from })
    return { ok: true }
  },
)
