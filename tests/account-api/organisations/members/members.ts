import { newId, newToken } from '#account-api/kernel/random'
import type { Client } from '#contract/client'
import type { Permission } from '#contract/terms/permissions'
import { sortKeyOf } from '#rules/typed/name-key'
import { dataOf, freshEmail, goodPassword, type World } from '#tests/account-api/worlds/world'
import { lookInto } from '#tests/fixtures/databases/look-into'

/** An organisation, with the client of its manager. */
export interface Organisation {
  sec_subject_uid: string
  /** The id inside the deployment. */
  id: string
  manager: Member
}

/** A member of an organisation. */
export interface Member {
  client: Client
  mobile: string
  userId: string
  /** The membership’s public id. */
  identityId: string
  /** What calls name the membership by. */
  place: { sec_subject_uid: string; identity_id: string }
}

/** An organisation together with its parts, to be named where it is opened. */
type Opened = Organisation & { organisation: Organisation }

type Person = Omit<Member, 'identityId' | 'place'>

/** Creates an organisation of this person. */
export const openBy = async ({ client, mobile, userId }: Person, subject_name = 'Orchard'): Promise<Opened> => {
  const { sec_subject_uid, subject_uid, identity_id } = dataOf(await client.createSubject({ subject_name }))
  const manager = { client, mobile, userId, identityId: identity_id, place: { sec_subject_uid, identity_id } }
  const organisation = { sec_subject_uid, id: subject_uid, manager }
  return { ...organisation, organisation }
}

/** Creates an organisation with a new account as its manager. */
export const openOrganisation = async (world: World, subject_name?: string): Promise<Opened> =>
  openBy(await world.registerMobile(), subject_name)

/** Makes an account a member, as an accepted invitation would. By default it is a new one. */
export const joinOrganisation = async (
  world: World,
  { id, sec_subject_uid }: Organisation,
  name = 'Bo',
  person?: Person,
): Promise<Member> => {
  const { client, mobile, userId } = person ?? (await world.registerMobile())
  const identityId = newToken(128)
  await world.storage.members.insert({
    id: newId(world.deployment.now()),
    publicId: identityId,
    userPublicId: newToken(128),
    organisationId: id,
    accountId: userId,
    name,
    sortKey: sortKeyOf(name),
    address: null,
    joinedAt: world.deployment.now(),
  })
  return { client, mobile, userId, identityId, place: { sec_subject_uid, identity_id: identityId } }
}

/** Makes new accounts members, by these names. */
export const joinAll = async (world: World, organisation: Organisation, ...names: string[]) => {
  const members: Member[] = []
  for (const name of names) members.push(await joinOrganisation(world, organisation, name))
  return members as [Member, Member, Member, Member]
}

/** Creates an organisation with one member besides its manager. */
export const openWithMember = async (world: World, subject_name?: string): Promise<Opened & { bo: Member }> => {
  const opened = await openOrganisation(world, subject_name)
  return { ...opened, bo: await joinOrganisation(world, opened) }
}

/** The manager creates a role and gives it to members. @returns its key */
export const giveRole = async (
  { manager, sec_subject_uid }: Organisation,
  role_name: string,
  permissions: readonly Permission[],
  ...to: Member[]
): Promise<string> => {
  const created = await manager.client.createRole({ sec_subject_uid, role_name, permissions: [...permissions] })
  const { role_key } = dataOf(created).role
  const sec_user_identity_ids = to.map(({ identityId }) => identityId)
  if (to.length > 0) dataOf(await manager.client.assignRole({ sec_subject_uid, role_key, sec_user_identity_ids }))
  return role_key
}

type Entry = Record<'kind' | 'actor' | 'target_name', string> & Record<'before' | 'after', string | null>

/** The log of an organisation after its creation, the oldest entry first. */
export const logOf = async ({ place }: World, { id }: Pick<Organisation, 'id'>) => {
  const rows = await lookInto<Entry>(
    place,
    `select kind, actor, target_name, before, after from organisation_log where organisation_id = '${id}' order by id`,
  )
  return rows.slice(1).map(({ kind, actor, target_name: name, before, after }) => ({
    kind,
    actor,
    name,
    before: JSON.parse(before ?? 'null') as unknown,
    after: JSON.parse(after ?? 'null') as unknown,
  }))
}

/** The kinds of these entries. */
export const kindsOf = async (world: World, organisation: Organisation): Promise<string[]> =>
  (await logOf(world, organisation)).map(({ kind }) => kind)

/** Gives an account an email, which by default it has just proven. */
export const bindEmail = async (
  world: World,
  { userId: accountId }: Pick<Member, 'userId'>,
  { email = freshEmail(), at = world.deployment.now() } = {},
): Promise<string> => {
  await world.storage.accounts.bind({ kind: 'email', value: email, accountId, at })
  return email
}

/** The entries of all pages of a list. Each page is found by the key that the previous one names. */
export const walk = async <Page extends { next: string | null }>(
  read: (after: string | undefined) => Promise<{ ok: true; data: Page } | { ok: false; code: string }>,
): Promise<Page[]> => {
  const pages: Page[] = []
  let after: string | undefined
  do {
    const page: Page = dataOf(await read(after))
    pages.push(page)
    after = page.next ?? undefined
  } while (after !== undefined && pages.length < 10)
  return pages
}

/** The owner of an address activates the account that waits for them, with all its memberships. */
export const activateBy = async (
  world: World,
  client: Client,
  address: { mobile: string } | { email: string },
  password = goodPassword,
) => {
  dataOf(await client.sendActivationCode(address))
  const code = await world.codeTo('mobile' in address ? address.mobile : address.email)
  return activateAll(client, { ...address, code, password })
}

/** Activates an account with all memberships that wait for its owner. */
export const activateAll = async (client: Client, typed: Parameters<Client['activateAccount']>[0]) => {
  const asked = await client.activateAccount(typed)
  if (asked.ok || asked.code !== 'places_to_choose') return asked
  const sec_user_identity_ids = asked.data.places.map((place) => place.sec_user_identity_id)
  return client.activateAccount({ ...typed, sec_user_identity_ids })
}
