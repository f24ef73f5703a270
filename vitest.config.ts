import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { plainDirections } from './app/document/styles/plain-directions'
import { plainValues } from './app/document/styles/plain-values'
import { builtTests } from './scripts/build-tests.mjs'
import { sqliteAlone } from './tests/fixtures/databases/sqlite-alone'

type DatabaseName = 'SQLite' | 'PostgreSQL'

const shared = {
  setupFiles: ['tests/fixtures/vitest-console.ts', 'tests/fixtures/vitest-cost.ts'],
  // Passwords are hashed and two databases run on a small machine. The limit is for hanging tests.
  testTimeout: 120_000,
  hookTimeout: 120_000,
}

/** The suites run bundles, which load faster than sources. Tests of pages have none. */
const isBuilt = process.env.TESTS_ARE_BUILT !== undefined
const built = (sources: string[]): string[] =>
  sources.map((file) => (isBuilt ? `${builtTests}/${file.replace(/\.ts$/, '.mjs')}` : file))

const pages = ['tests/app/**/*.test.{ts,tsx}']
const rules = built(['tests/account-api/**/*.test.ts'])
/** Statistics, attacks with thousands of guesses, and growth. */
const long = built(['tests/**/*.long.test.ts'])
const longRules = built(['tests/account-api/**/*.long.test.ts'])
/** Libraries of other languages, which a machine may lack. */
const libraries = built(['tests/testing/authlib.long.test.ts'])
/** Tests whose guesses are made concurrently: SQLite would serialise them. */
const attacks = built(['tests/account-api/verification/{codes,passwords}/*.long.test.ts'])
/** Tests of what is not SQL: the time of answers, pictures, commands, documents and plays. */
const besideSql = built([
  'tests/account-api/verification/passwords/{hash-flood,password-enumeration}.long.test.ts',
  'tests/account-api/accounts/{decoding,model/model}.long.test.ts',
  'tests/account-api/{applications/protocol/recipes,operator/admin}.long.test.ts',
])
/** Tests of the record that the rules write while they run: see tests/fixtures/record.ts. */
const judges = built(['tests/**/*.record.test.ts'])
/** Tests of code that reads its settings once are not among these, so their files can share the modules of a worker. */
const parts = built(['tests/{contract,deploy,docs,rules,scripts,settings}/**/*.test.ts'])
/** Tests of SQL that differs between the databases, or of concurrency: `npm test` runs them on both. */
const sql = built([
  'tests/account-api/database/*.test.ts',
  'tests/account-api/{accounts/activity-months,sign-in/sign-in-cost,upkeep/upkeep}.test.ts',
  'tests/account-api/**/*-races.test.ts',
])
/** Tests of what a pooler could break: transactions, locks and races, waits in the database, and sign-in. */
const throughPooler = built([
  'tests/account-api/database/{former-primary,migrations,storage}.test.ts',
  'tests/account-api/{kernel,sign-in/remembered,organisations/transfers}/**/*.test.ts',
  'tests/account-api/sign-in/{registration,sign-in}.test.ts',
  'tests/account-api/**/*-races.test.ts',
])
/**
 * Tests whose statements other tests execute too. The suites leave them out on PostgreSQL; a command that names one
 * runs it there.
 */
const executedByOthers = isBuilt ? built([...sqliteAlone].map((name) => `${name}.ts`)) : []
/** The tests that need a database. */
const withDatabase = built(
  readdirSync('tests/account-api', { recursive: true, encoding: 'utf8' })
    .map((file) => `tests/account-api/${file}`)
    .filter((file) => file.endsWith('.test.ts'))
    .filter((file) => /fixtures\/databases|describe(Protocol)?Worlds/.test(readFileSync(file, 'utf8'))),
)

/**
 * The tests of some files, on some databases.
 * @param isolate each file has its own process
 * @param isPooled PgBouncer is in front of PostgreSQL
 * @param callsByHttp calls use a connection, and not values in the process
 */
const onDatabases = (
  name: string,
  databases: DatabaseName[],
  {
    include,
    exclude = [],
    isolate = false,
    isPooled = false,
    callsByHttp = false,
  }: { include: string[]; exclude?: string[]; isolate?: boolean; isPooled?: boolean; callsByHttp?: boolean },
) => ({
  extends: true as const,
  test: {
    ...shared,
    setupFiles: [...shared.setupFiles, 'tests/fixtures/vitest-record.ts'],
    name,
    include,
    exclude,
    // The files of a worker share the modules that they import, whose loading takes longer than these tests.
    isolate,
    provide: { databases, callsByHttp },
    globalSetup: databases.includes('PostgreSQL')
      ? [`tests/fixtures/vitest-${isPooled ? 'pgbouncer' : 'postgres'}.ts`]
      : [],
  },
})

export default defineConfig({
  resolve: { alias: { '~': fileURLToPath(new URL('app', import.meta.url)) } },
  test: {
    // Vitest leaves one core free by default. The tests wait for hashes and databases, so a worker per core pays off.
    maxWorkers: '100%',
    server: { deps: { external: [new RegExp(`/${builtTests}/`)] } },
    coverage: {
      provider: 'v8',
      include: ['app', 'server', 'contract', 'account-api'].map((room) => `${room}/**/*.{ts,tsx}`),
      exclude: ['tests/**'],
      reporter: ['text-summary', 'json-summary'],
      reportsDirectory: '.cache/coverage',
    },
    projects: [
      {
        extends: true,
        // Pages contain rules of the style sheets.
        css: { postcss: { plugins: [plainValues(), plainDirections()] } },
        test: {
          ...shared,
          name: 'app',
          include: pages,
          isolate: false,
          css: { include: [/\/styles\//] },
        },
      },
      onDatabases('account-api', ['SQLite'], { include: rules, exclude: [...sql, ...long, ...judges] }),
      onDatabases('databases', ['SQLite', 'PostgreSQL'], { include: sql, exclude: [...long, ...judges] }),
      onDatabases('postgresql', ['PostgreSQL'], {
        include: withDatabase,
        exclude: [...sql, ...throughPooler, ...long, ...judges, ...executedByOthers],
        // The same rules run in one process on SQLite.
        callsByHttp: true,
      }),
      onDatabases('pooled', ['PostgreSQL'], {
        include: throughPooler,
        exclude: long,
        isPooled: true,
      }),
      onDatabases('record', ['SQLite', 'PostgreSQL'], { include: judges }),
      onDatabases('long-rules', ['SQLite', 'PostgreSQL'], {
        include: longRules,
        exclude: [...attacks, ...besideSql],
      }),
      onDatabases('long', ['SQLite', 'PostgreSQL'], {
        include: long,
        exclude: [...longRules, ...libraries],
        isolate: true,
      }),
      onDatabases('libraries', ['SQLite'], { include: libraries, isolate: true }),
      onDatabases('attacks', ['PostgreSQL'], { include: attacks, exclude: besideSql }),
      onDatabases('beside-sql', ['SQLite'], { include: besideSql }),
      {
        extends: true,
        test: {
          ...shared,
          name: 'parts',
          include: parts,
          exclude: long,
          isolate: false,
          provide: { databases: ['SQLite'] },
        },
      },
      {
        extends: true,
        // A web app reads its settings once, so each of these files has its own process.
        test: {
          ...shared,
          name: 'others',
          include: built(['tests/!(account-api|app|e2e)/**/*.test.ts']),
          exclude: [...parts, ...long],
          provide: { databases: ['SQLite'] },
        },
      },
    ],
  },
})
