// `npm run bench -- --growth`: the time of each call with many accounts compared with few, of the sweep, and of the
// erasure of a batch, on both databases: one JSON line each, {figure, value, unit, budget, ok, ms, cpuTimes, cpuMs}.
// Both sizes are measured in turns.
import { parseArgs } from 'node:util'
import { eraseDue } from '#account-api/closing/cancellation/erasure'
import { days } from '#account-api/kernel/time'
import { writePeople } from '#bench/seed/fill'
import { openWriter, type Writer } from '#bench/seed/writer'
import { type Databases, postgresDatabases, sqliteDatabases } from './databases'
import { measured, printTimes, type Size, type Times } from './figures'
import { openStage, type Stage } from './stage'

const { values: given } = parseArgs({
  options: {
    growth: { type: 'boolean' },
    /** The larger number of accounts. */
    accounts: { type: 'string', default: '1000000' },
    /** How often every scenario is played. */
    samples: { type: 'string', default: '100' },
    /** Only one database: sqlite or postgres. */
    database: { type: 'string' },
  },
})
const few = 1000
const many = Number(given.accounts)
const samples = Number(given.samples)
const warmUps = 3
let allOk = true

interface Sized {
  stage: Stage
  /** Measures a piece of work. */
  timed<Result>(name: string, work: () => Promise<Result>): Promise<Result>
  writer: Writer
  remove(): Promise<void>
}

const open = async (databases: Databases, size: Size, times: Times): Promise<Sized> => {
  const accounts = size === 'few' ? few : many
  const { at, now, remove } = await databases.copyOf({ accounts })
  const stage = await openStage(at, { number: 1, accounts, now })
  const timed: Sized['timed'] = (name, work) => measured(databases, { times, name, size }, work)
  return { stage, timed, writer: await openWriter(at, { isBulk: false }), remove }
}

/** Every scenario, with few and with many in turns. The order of the two alternates. */
const playAll = async (sized: Sized[]): Promise<void> => {
  for (let nth = 0; nth < warmUps + samples; nth += 1) {
    const plays = sized.map(({ stage, timed }) => stage.play(nth, nth < warmUps ? (_, make) => make() : timed))
    for (let round = 0; ; round += 1) {
      const turns = round % 2 === 0 ? plays : plays.toReversed()
      const ended: (boolean | undefined)[] = []
      for (const play of turns) ended.push((await play.next()).done)
      if (ended.every(Boolean)) break
    }
  }
}

/** The number of accounts that the product erases at once. */
const batch = 20
/** Long enough ago that every row with an end has ended. */
const longAgoMs = days(800)

/** Writes people with expired rows, and cancelled accounts that are due. */
const makeDue = async ({ stage: { seed, world }, writer }: Sized, nth: number): Promise<void> => {
  const from = 10_000_000 + batch * nth
  const at = { ...world.place }
  await writePeople(writer, at, { ...seed, now: world.deployment.now() - longAgoMs }, { from, to: from + batch })
  const due = `select account_id from identifiers where kind = 'mobile' and value in (${mobiles(from)})`
  await writer.run(`update accounts set erase_at = 1 where id in (${due})`)
}

const mobiles = (from: number): string =>
  Array.from({ length: batch }, (_, index) => `'+86138${10_000_000 + from + index}'`).join(', ')

const upkeep = async (sized: Sized[]): Promise<void> => {
  for (let round = 0; round <= samples; round += 1)
    for (const each of round % 2 === 0 ? sized : sized.toReversed()) {
      const { world } = each.stage
      await makeDue(each, round)
      // This sweeps only the rows made due here, because the rows seeded as expired would take an hour with many
      // accounts.
      const sweep = () => world.storage.sweep(world.deployment.now() - longAgoMs / 2)
      const erase = () => eraseDue(world.service)
      if (round > 0) {
        await each.timed('sweep', sweep)
        await each.timed(`erasure of ${batch}`, erase)
      } else {
        await sweep()
        await erase()
      }
    }
}

const measure = async (opening: () => Promise<Databases>): Promise<void> => {
  const databases = await opening()
  const times: Times = new Map()
  const sized = [await open(databases, 'few', times), await open(databases, 'many', times)]
  await playAll(sized)
  await upkeep(sized)
  for (const { stage, writer, remove } of sized) {
    await writer.close()
    await stage.world.close()
    await remove()
  }
  await databases.stop()
  const isOk = printTimes(databases.name, times, `at ${many} accounts against ${few}`)
  allOk &&= isOk
}

if (given.database !== 'postgres') await measure(sqliteDatabases)
if (given.database !== 'sqlite') await measure(postgresDatabases)
process.exitCode = allOk ? 0 : 1
