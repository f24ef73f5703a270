import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { readNameHere } from '#account-api/accounts/names/shown-name'
import type { Service } from '#account-api/closing/service'
import type { Acting } from '#account-api/organisations/records/member-record'
import { refuse } from '#contract/server'
import { type GivenName, givenNames, type NameRefusal, withNames } from '#contract/terms/shown-names'
import { type Refused, spelt } from '#rules/typed/text'
import type { Check } from './check'

/** A refused name, with the character or the word at fault. */
type RefusedName = { field: string } & Omit<Refused<NameRefusal>, 'ok'>

/** The caller that sets names, the organisation that they act in, and the input. */
interface About {
  account: Pick<AccountProfile, 'name'> | undefined
  acting: Acting | undefined
  input: Record<string, unknown>
}

/**
 * Whether the names that a call makes visible to others are accepted. The call continues with normalised names. An
 * unchanged name is not reviewed: once accepted, it stays until it is changed.
 */
export const names: Check = async ({ service, row, account, acting, input }) => {
  const given = givenNames(row.names, input)
  const about = { account, acting, input }
  const refused: RefusedName[] = []
  for (const each of given) {
    const read = readNameHere(service.deployment, each.kind, each.value)
    if (read.ok || (await isKept(service, each, about))) continue
    if (read.reason === 'name_address' && (await isOwnAddress(service, each, about))) continue
    const { ok: _, ...refusal } = read
    refused.push({ field: each.field, ...refusal })
  }
  return refused.length > 0 ? refuse('invalid_input', { fields: refused }) : { input: withNames(input, given, spelt) }
}

/** True when the changed object already has the name, or it is the person's own. */
const isKept = async (
  { storage }: Service,
  { field, kind, value }: GivenName,
  { account, acting, input }: About,
): Promise<boolean> => {
  if (!acting) return kind === 'member' && account?.name === value
  const { organisation } = acting
  const { client_key, role_key, invite_id, identity_id } = input
  switch (kind) {
    case 'organisation':
      return value === (field === 'short_name' ? organisation.baseInfos.short_name : organisation.name)
    case 'application': {
      const client = typeof client_key === 'string' ? await storage.openClients.find(client_key) : undefined
      return client?.organisationId === organisation.id && client.name === value
    }
    case 'role':
      return typeof role_key === 'string' && (await storage.roles.find(organisation.id, role_key))?.name === value
    case 'member': {
      if (typeof invite_id === 'string')
        return (await storage.invitations.find(organisation.id, invite_id))?.name === value
      if (typeof identity_id !== 'string') return false
      return (await storage.members.find(organisation.id, [identity_id]))[0]?.name === value
    }
  }
}

/**
 * True when the web addresses in a name are mail domains that its organisation has proven, and the rest is acceptable.
 */
const isOwnAddress = async (
  { storage, deployment }: Service,
  { kind, value }: GivenName,
  { acting }: About,
): Promise<boolean> => {
  if (!acting) return false
  const domains = await storage.mailDomains.of(acting.organisation.id)
  const own = new Set(domains.filter(({ provenSince }) => provenSince !== null).map(({ domain }) => domain))
  const words = value.split(' ').map((word) => (own.has(word.toLowerCase()) ? word.replaceAll('.', ' ') : word))
  return readNameHere(deployment, kind, words.join(' ')).ok
}
