import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { readNameHere } from '#account-api/accounts/names/shown-name'
import type { Service } from '#account-api/closing/service'
import type { Acting } from '#account-api/organisations/records/identity-record'
import { type GivenName, type NameRefusal, withNames } from '#contract/terms/shown-names'
import { type Refused, spelt } from '#rules/typed/text'

/** A refused name, with the character or the word at fault. */
type RefusedName = { field: string } & Omit<Refused<NameRefusal>, 'ok'>

/** Who makes a call that sets names, as whom they act, and the input. */
interface About {
  account: Pick<AccountProfile, 'name'> | undefined
  acting: Acting | undefined
  input: Record<string, unknown>
}

/**
 * Reads the names that a call makes visible to others. An unchanged name is not reviewed: once accepted, it stays until
 * it is changed.
 * @returns the input with normalised names, and the refused ones
 */
export const readNames = async (
  service: Service,
  names: readonly GivenName[],
  about: About,
): Promise<{ input: Record<string, unknown>; refused: RefusedName[] }> => {
  const refused: RefusedName[] = []
  for (const given of names) {
    const read = readNameHere(service.setting, given.kind, given.value)
    if (read.ok || (await isKept(service, given, about))) continue
    if (read.reason === 'name_address' && (await isOwnAddress(service, given, about))) continue
    const { ok: _, ...refusal } = read
    refused.push({ field: given.field, ...refusal })
  }
  return { input: withNames(about.input, names, spelt), refused }
}

/** True when the changed object already has the name, or the person does who sets it for themselves. */
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
      return (await storage.identities.find(organisation.id, [identity_id]))[0]?.name === value
    }
  }
}

/**
 * True when the web addresses in a name are mail domains that its organisation has proven, and the rest is acceptable.
 */
const isOwnAddress = async (
  { storage, setting }: Service,
  { kind, value }: GivenName,
  { acting }: About,
): Promise<boolean> => {
  if (!acting) return false
  const domains = await storage.mailDomains.of(acting.organisation.id)
  const own = new Set(domains.filter(({ provenSince }) => provenSince !== null).map(({ domain }) => domain))
  const words = value.split(' ').map((word) => (own.has(word.toLowerCase()) ? word.replaceAll('.', ' ') : word))
  return readNameHere(setting, kind, words.join(' ')).ok
}
