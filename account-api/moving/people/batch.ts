import type { Stores } from '#account-api/moving/service'
import type { JudgedPerson } from './judge-person'
import type { SeenValues } from './seen-values'
import type { NoPerson } from './source-person'

/** The result for each person of a batch. */
export interface BatchPlan {
  accepted: JudgedPerson[]
  refused: NoPerson[]
  /** How many people an earlier import has taken over. */
  known: number
  /** How many of them were taken over at their own sign-in. */
  signedIn: number
  /** Names and addresses that people of the batch take, with their lines. */
  values: Map<string, number>
}

interface Planning {
  seen: Pick<SeenValues, 'lineOf'>
  /** The current rules for usernames, which reserve given-up names for a while. */
  inUse: Parameters<Stores['usernames']['inUse']>[1]
}

/** The unique values that a person takes, each with its name. */
const takenBy = ({ origin, addresses, username }: JudgedPerson): [what: string, value: string][] => [
  ['id', `id ${origin}`],
  ...addresses.map(({ kind, value }): [string, string] => [kind, `${kind} ${value}`]),
  ...(username ? [['username', `username ${username.skeleton}`] satisfies [string, string]] : []),
]

/** Plans a batch, taking existing accounts and earlier lines into account. */
export const planBatch = async (
  stores: Pick<Stores, 'importedPeople' | 'usernames'>,
  people: readonly JudgedPerson[],
  planning: Planning,
): Promise<BatchPlan> => {
  const has = await lookUp(stores, people, planning)
  const plan: BatchPlan = { accepted: [], refused: [], known: 0, signedIn: 0, values: new Map() }
  for (const person of people) {
    const { line } = person
    const values = takenBy(person)
    const earlier = values.flatMap(([what, value]) => {
      const line = plan.values.get(value) ?? planning.seen.lineOf(value)
      return line === undefined ? [] : `line ${line} has the same ${what}`
    })[0]
    const why = earlier ?? (has.origins.has(person.origin) ? undefined : whyTaken(person, has))
    if (why !== undefined) {
      plan.refused.push({ line, refused: why })
      continue
    }
    for (const [, value] of values) plan.values.set(value, line)
    const before = has.origins.get(person.origin)
    if (before === undefined) plan.accepted.push(person)
    else plan.known += 1
    if (before?.bySignIn) plan.signedIn += 1
  }
  return plan
}

type Has = Awaited<ReturnType<typeof lookUp>>

const lookUp = async (
  { importedPeople, usernames }: Pick<Stores, 'importedPeople' | 'usernames'>,
  people: readonly JudgedPerson[],
  { inUse }: Planning,
) => {
  const of = (wanted: 'email' | 'mobile') =>
    people.flatMap(({ addresses }) => addresses.flatMap(({ kind, value }) => (kind === wanted ? value : [])))
  const names = people.flatMap(({ username }) => username ?? [])
  const used = names.length === 0 ? [] : await usernames.inUse(names, inUse)
  return {
    origins: new Map(
      (await importedPeople.known(people.map(({ origin }) => origin))).map((each) => [each.origin, each]),
    ),
    email: new Set(await importedPeople.taken('email', of('email'))),
    mobile: new Set(await importedPeople.taken('mobile', of('mobile'))),
    usernames: new Set(used.flatMap(({ value, skeleton }) => [value, skeleton])),
  }
}

const whyTaken = ({ addresses, username }: JudgedPerson, has: Has): string | undefined => {
  for (const { kind, value } of addresses) if (has[kind].has(value)) return `another account has its ${kind}`
  if (username && (has.usernames.has(username.value) || has.usernames.has(username.skeleton)))
    return 'another account has its username, or one that looks like it'
  return undefined
}
