// `npm run seed -- --accounts 1000000`: fills a database with people who all have the same password.
import { parseArgs } from 'node:util'
import { createPrivately } from '#settings/files/private-files'
import { BadEnvironment, readSettings } from '#settings/settings'
import { variables } from '#settings/variables'
import { fill, NotOurs } from './fill'
import { largeManager } from './large-organisation'
import { seededPassword } from './person'

const usage = `npm run seed -- [--accounts 1000] [--members 0] [--invitations 0] [--seed 1] [--database postgres://…] [--data-dir ./data]

Fills the database of DATABASE_URL, or else the SQLite file in DATA_DIR. The rows follow from the seed and the time.
What was seeded before is replaced. Other data is never touched. --members and --invitations are those of one large
organisation.
`

/** A whole number above 0. */
const count = (option: string, text: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new BadEnvironment(`--${option} has to be a number, as 1000.`)
  return Number(text)
}

const run = async (): Promise<number> => {
  const { values: given } = parseArgs({
    options: {
      accounts: { type: 'string', default: '1000' },
      members: { type: 'string' },
      invitations: { type: 'string' },
      seed: { type: 'string', default: '1' },
      database: { type: 'string' },
      'data-dir': { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (given.help) {
    process.stdout.write(usage)
    return 0
  }
  const members = given.members === undefined ? 0 : count('members', given.members)
  const invitations = given.invitations === undefined ? 0 : count('invitations', given.invitations)
  if (Math.max(members, invitations) > 0 && members <= largeManager)
    throw new BadEnvironment(`--members has to be more than ${largeManager}.`)
  const accounts = Math.max(count('accounts', given.accounts), members, invitations)
  const number = count('seed', given.seed)
  const env = readSettings(variables.pick({ DEPLOYMENT: true, DATABASE_URL: true, DATA_DIR: true }), {
    ...process.env,
    ...(given.database !== undefined && { DATABASE_URL: given.database }),
    // A folder on the command line overrides the environment.
    ...(given['data-dir'] !== undefined && { DATA_DIR: given['data-dir'], DATABASE_URL: given.database }),
  })
  if (env.DEPLOYMENT === 'production') throw new BadEnvironment('DEPLOYMENT is production: nothing was written.')
  const databaseUrl = env.DATABASE_URL
  const place = { dataDir: env.DATA_DIR, ...(databaseUrl !== undefined && { databaseUrl }) }
  const began = performance.now()
  const counts = await fill(place, { number, accounts, members, invitations, now: Date.now() })
  for (const [table, rows] of Object.entries(counts)) process.stdout.write(`${table.padEnd(20)}${rows}\n`)
  const seconds = Math.round((performance.now() - began) / 1000)
  process.stdout.write(`Filled in ${seconds} s. The password of every account that has one: ${seededPassword}\n`)
  return 0
}

createPrivately()
try {
  process.exitCode = await run()
} catch (error) {
  if (!(error instanceof BadEnvironment || error instanceof NotOurs || error instanceof TypeError)) throw error
  const reason =
    error instanceof NotOurs ? 'The database has data that was not seeded: nothing was written.' : error.message
  process.stderr.write(`${reason}\n${usage}`)
  process.exitCode = 1
}
