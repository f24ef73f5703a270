import type { Provider } from '#account-api/accounts/platforms/provider'
import { days } from '#account-api/kernel/time'
import { type Filled, seededHash } from '#bench/seed/fill'
import { type Person, personOf, type Seed, wholeNth, wholesAmong } from '#bench/seed/person'
import { openWorld, type World } from '#tests/account-api/worlds/world'
import type { ApiDatabase } from '#tests/fixtures/databases/look-into'
import { actorIn, type Measure } from './actor'
import { type Cast, scenarios } from './scenarios'

/** A running account API on a seeded database, at the time at which the database looks in use. */
export interface Stage {
  world: World
  seed: Seed
  /** Plays every scenario once, with other people each time. Returns after each scenario, so two can take turns. */
  play(nth: number, measure: Measure): AsyncGenerator<string>
}

export const openStage = async (at: ApiDatabase, filled: Filled): Promise<Stage> => {
  const seed: Seed = { ...filled, passwordHash: await seededHash() }
  const place = { ...at, close: async () => undefined }
  const world = await openWorld({ openMigrated: async () => place }, { providers: new Map([['outside', outside]]) })
  // An earlier version may have filled it.
  await world.storage.migrate()
  world.passMinutes((filled.now - Date.now()) / 60_000)
  const sleepers = sleepersOf(seed)
  const wholes = wholesAmong(seed.accounts)
  // Far apart, so adjacent rows are not read together.
  const person = (nth: number) => personOf(seed, wholeNth((nth * 7919) % wholes))
  return {
    world,
    seed,
    play: async function* (nth, measure) {
      const member = person(nth)
      const cast: Cast = {
        stranger: () => actorIn(world, measure),
        member: actorIn(world, measure, member),
        person: member,
        sleeper: sleepers.next().value,
        fresh,
      }
      for (const [name, scenario] of Object.entries(scenarios)) {
        await scenario(cast)
        yield name
      }
    },
  }
}

/** A provider that answers at once, with the code as the person's id. */
const outside: Provider = {
  appId: 'bench',
  isOwn: false,
  tellsWhen: true,
  start: async ({ state }) => `https://provider.example/authorize?state=${state}`,
  identify: async ({ code }) => ({ openid: code, name: 'Bench', provenAt: Number.MAX_SAFE_INTEGER }),
}

/** The people who were inactive for long, one after the other. */
function* sleepersOf(seed: Seed): Generator<Person, never> {
  const step = Math.max(1, Math.floor(seed.accounts / 400))
  for (let nth = step; ; nth = (nth + step) % seed.accounts) {
    const person = personOf(seed, nth)
    const isAsleep = person.usedAt < seed.now - days(200) && person.eraseAt === null
    if (isAsleep && person.mobile !== null && person.email !== null) yield person
  }
}

let addresses = 0

const fresh = () => {
  addresses += 1
  return { mobile: `+86139${10_000_000 + addresses}`, email: `fresh${addresses}@example.com` }
}
