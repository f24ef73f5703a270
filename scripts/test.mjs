// `npm test`: the tests that prove that the product works. Static checks, every rule, every route, each flow once in a
// browser without script, and both databases if their SQL differs. `npm run test:long` has the rest. See
// docs/testing.md.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildTests, playwright, runSuite, script, vitest } from './run-suite.mjs'

/** The folder into which the rules write the statements that they execute, for the step that checks them. */
const record = mkdtempSync(join(tmpdir(), 'butterfly-record-'))
const withRecord = (step) => ({ ...step, env: { ...step.env, RECORD_TO: record } })

await runSuite(700, [
  [
    [
      { ...script('build', 'build'), needed: true },
      { ...buildTests, needed: true },
      script('format', 'format'),
      script('lint', 'lint'),
      script('import rules', 'rooms'),
      script('dead code', 'dead'),
      script('texts', 'i18n'),
    ],
    // The longest of these, alongside the others. The compiler would spend a third of its time on freeing memory.
    [{ ...script('types', 'types'), env: { GOGC: '400' } }],
  ],
  [
    [
      withRecord(
        vitest('rules, routes and server', {
          app: [],
          'account-api': [],
          parts: ['curl', 'sqlite3'],
          others: ['curl', 'sqlite3'],
          databases: ['postgres'],
        }),
      ),
      withRecord(vitest('what the rules executed', { record: ['postgres'] })),
    ],
  ],
  [
    [
      playwright('journeys', {
        'script-off': ['chromium', 'zbarimg'],
        postgresql: ['chromium', 'zbarimg', 'postgres'],
      }),
    ],
  ],
])

rmSync(record, { recursive: true, force: true })
