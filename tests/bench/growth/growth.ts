// `npm run bench -- --growth`: what each call takes with many accounts against few, the sweep, and the erasure of a
// batch, on both databases: one JSON line each, {figure, value, unit, budget, ok, ms}. Both sizes are measured in turns.
import { parseArgs } from 'node:util'
import { eraseDue } from '../../../account-api/domain/cancellation/erasure'
import { days } from '../../../account-api/domain/time'
import { writePeople } from '../../seed/fill'
import { openWriter, type Writer } from '../../seed/writer'
import { p95 } from '../sign-in-flood'
import { type Databases, postgresDatabases, sqliteDatabases } from './databases'
import { openStage, type Stage } from './stage'

const { values: given } = parseArgs({
  options: {
    growth: { type: 'boolean' },
    /** The larger number of accounts. */
    accounts: { type: 'string', default: '1000000' },
    /** How often every scenario is played. */
    samples: { type: 'string', default: '40' },
    /** One database alone: sqlite or postgres. */
    database: { type: 'string' },
  },
})
const few = 1000
const many = Number(given.accounts)
const samples = Number(given.samples)
/** The most that a figure may grow from few accounts to many. */
const budget = 1.5
const warmUps = 3
let allOk = true

/** What each call took, in ms, with few accounts and with many. */
type Times = Map<string, { few: number[]; many: number[] }>
type Size = 'few' | 'many'

const hear = (times: Times, size: Size, name: string, ms: number): void => {
  const heard = times.get(name) ?? { few: [], many: [] }
  heard[size].push(ms)
  times.set(name, heard)
}

const median = (values: number[]): number => [...values].sort((one, other) => one - other)[values.length >> 1] ?? 0

const print = (database: string, times: Times): void => {
  for (const [name, { few: atFew, many: atMany }] of [...times].sort())
    for (const [share, of] of [
      ['p50', median],
      ['p95', p95],
    ] as const) {
      const ms = { [few]: Number(of(atFew).toFixed(2)), [many]: Number(of(atMany).toFixed(2)) }
      const value = Number((of(atMany) / of(atFew)).toPrecision(3))
      const ok = value <= budget
      allOk &&= ok
      const figure = `${database}: ${name}, ${share} at ${many} accounts against ${few}`
      process.stdout.write(`${JSON.stringify({ figure, value, unit: 'times', budget, ok, ms })}\n`)
    }
}

interface Sized {
  size: Size
  stage: Stage
  writer: Writer
  remove(): Promise<void>
}

const open = async (databases: Databases, size: Size): Promise<Sized> => {
  const accounts = size === 'few' ? few : many
  const { at, now, remove } = await databases.copyOf(accounts)
  const stage = await openStage(at, { number: 1, accounts, now })
  return { size, stage, writer: await openWriter(at, { isBulk: false }), remove }
}

/** Every scenario, with few and with many in turns. The first of the two changes each time. */
const playAll = async (sized: Sized[], times: Times): Promise<void> => {
  for (let nth = 0; nth < warmUps + samples; nth += 1) {
    const plays = sized.map(({ size, stage }) =>
      stage.play(nth, (call, ms) => nth >= warmUps && hear(times, size, call, ms)),
    )
    for (let round = 0; ; round += 1) {
      const turns = round % 2 === 0 ? plays : plays.toReversed()
      const ended: (boolean | undefined)[] = []
      for (const play of turns) ended.push((await play.next()).done)
      if (ended.every(Boolean)) break
    }
  }
}

/** As many as the product erases at once. */
const batch = 20
/** Long enough ago that every row with an end has ended. */
const longAgoMs = days(800)
let written = 0

/** Writes people whose rows have expired, and cancelled accounts that are due. */
const makeDue = async ({ stage: { seed, world }, writer }: Sized, nth: number): Promise<void> => {
  const from = 10_000_000 + batch * nth
  const at = { ...world.place }
  await writePeople(writer, at, { ...seed, now: world.setting.now() - longAgoMs }, { from, to: from + batch })
  const due = `select account_id from identifiers where kind = 'mobile' and value in (${mobiles(from)})`
  await writer.run(`update accounts set erase_at = 1 where id in (${due})`)
}

const mobiles = (from: number): string =>
  Array.from({ length: batch }, (_, index) => `'+86138${10_000_000 + from + index}'`).join(', ')

const upkeep = async (sized: Sized[], times: Times): Promise<void> => {
  const timed = async ({ size }: Sized, name: string, work: () => Promise<unknown>) => {
    const began = performance.now()
    await work()
    if (written > 0) hear(times, size, name, performance.now() - began)
  }
  // The first round also sweeps and erases what was seeded as due.
  for (written = 0; written <= samples; written += 1)
    for (const each of written % 2 === 0 ? sized : sized.toReversed()) {
      const { world } = each.stage
      await makeDue(each, written)
      await timed(each, 'sweep', () => world.storage.sweep(world.setting.now()))
      await timed(each, `erasure of ${batch}`, () => eraseDue(world.service))
      if (written === 0) while ((await eraseDue(world.service)) > 0);
    }
}

const measure = async (opening: () => Promise<Databases>): Promise<void> => {
  const databases = await opening()
  const times: Times = new Map()
  const sized = [await open(databases, 'few'), await open(databases, 'many')]
  await playAll(sized, times)
  await upkeep(sized, times)
  for (const { stage, writer, remove } of sized) {
    await writer.close()
    await stage.world.close()
    await remove()
  }
  await databases.stop()
  print(databases.name, times)
}

if (given.database !== 'postgres') await measure(sqliteDatabases)
if (given.database !== 'sqlite') await measure(postgresDatabases)
process.exitCode = allOk ? 0 : 1
