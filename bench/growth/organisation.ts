// `npm run bench -- --organisation`: the time of each list of an organisation with 100,000 members and 10,000
// invitations, compared with 100 of each, on PostgreSQL, in the format of `--growth`. Both sizes are measured in turns.
import { parseArgs } from 'node:util'
import { largeManager, largePublicId } from '#bench/seed/large-organisation'
import { personOf } from '#bench/seed/person'
import { type Actor, actorIn } from './actor'
import { type Amount, type Databases, postgresDatabases } from './databases'
import { measured, printTimes, type Size, type Times } from './figures'
import { openStage } from './stage'

const { values: given } = parseArgs({
  options: {
    organisation: { type: 'boolean' },
    /** The larger number of members. */
    members: { type: 'string', default: '100000' },
    invitations: { type: 'string', default: '10000' },
    /** How often every list is requested. */
    samples: { type: 'string', default: '200' },
  },
})
const few = 100
const many = Number(given.members)
const warmUps = 20

const amounts: Record<Size, Amount> = {
  few: { accounts: 1000, members: few, invitations: few },
  many: { accounts: Math.max(1000, many), members: many, invitations: Number(given.invitations) },
}

const inSubject = { sec_subject_uid: largePublicId, page_size: 20 }
/** Usernames begin with one of seventeen words, have another one second, or are `user-` and digits. */
const words = ['amber', 'user', 'otter', 'ri', 'u', 'wren-2']

/** Every list, as pages read it. `nth` chooses the search text and the depth of the page. */
const lists: Record<string, (actor: Actor, nth: number) => Promise<unknown>> = {
  members: (actor) => actor.ask('listIdentities', { ...inSubject, page: 1 }),
  'members, third page by key': async (actor) =>
    third((page) => actor.ask('listIdentities', { ...inSubject, ...page })),
  'members, by joining': (actor) => actor.ask('listIdentities', { ...inSubject, page: 1, sort: 'joined_at' }),
  'members, search': (actor, nth) =>
    actor.ask('listIdentities', { ...inSubject, page: 1, search: words[nth % words.length] ?? '' }),
  'members, search without a result': (actor) => actor.ask('listIdentities', { ...inSubject, page: 1, search: 'zz' }),
  'members, frozen': (actor) => actor.ask('listIdentities', { ...inSubject, page: 1, is_frozen: 1 }),
  'members, of a role': (actor) => actor.ask('listIdentities', { ...inSubject, page: 1, role_key: 'clerk' }),
  'members, without a role': (actor) => actor.ask('listIdentities', { ...inSubject, page: 1, role_key: 'member' }),
  'members, the last who joined': (actor) =>
    actor.ask('listIdentities', { ...inSubject, page: 1, sort: 'joined_at', order: 'descending' }),
  counts: (actor) => actor.ask('subjectInfo', { sec_subject_uid: largePublicId, need_counts: 1 }),
  deputies: (actor) => actor.ask('listDeputies', { ...inSubject, page: 1 }),
  'members with their roles': (actor) => actor.ask('listUserRoles', { ...inSubject, page: 1 }),
  'members with a role': (actor) => actor.ask('listUserRoles', { ...inSubject, page: 1, role_key: 'clerk' }),
  invitations: (actor) => actor.ask('listInvitations', { ...inSubject, page: 1 }),
  'invitations, pending': (actor) => actor.ask('listInvitations', { ...inSubject, page: 1, state: 'pending' }),
  'invitations, search': (actor, nth) =>
    actor.ask('listInvitations', { ...inSubject, page: 1, search: words[nth % words.length] ?? '' }),
  roles: (actor) => actor.ask('listRoles', { sec_subject_uid: largePublicId }),
  log: (actor) => actor.ask('listSubjectLog', inSubject),
}

/** The third page of a list that is read by keys. */
const third = async (read: (page: { page: number; after?: string }) => Promise<{ next: string | null }>) => {
  let after: string | null = null
  for (let page = 1; page <= 3; page += 1) after = (await read({ page, ...(after !== null && { after }) })).next
}

const open = async (databases: Databases, size: Size) => {
  const { at, now, remove } = await databases.copyOf(amounts[size])
  const stage = await openStage(at, { number: 1, ...amounts[size], now })
  const manager = personOf(stage.seed, largeManager)
  // The lists are measured as a whole, so the third page has three calls in both sizes.
  const actor = actorIn(stage.world, (_, make) => make(), manager)
  const close = async () => {
    await stage.world.close()
    await remove()
  }
  return { size, actor, close }
}

const databases = await postgresDatabases()
const sized = [await open(databases, 'few'), await open(databases, 'many')]
const times: Times = new Map()
for (let nth = 0; nth < warmUps + Number(given.samples); nth += 1)
  for (const [name, list] of Object.entries(lists))
    for (const { size, actor } of nth % 2 === 0 ? sized : sized.toReversed())
      await measured(databases, { times, name: nth < warmUps ? undefined : name, size }, () => list(actor, nth))
for (const { close } of sized) await close()
await databases.stop()
process.exitCode = printTimes(databases.name, times, `at ${many} members against ${few}`) ? 0 : 1
