// `npm run test:long`: the tests that take longer than `npm test` may. All rules on PostgreSQL, statistics, growth,
// every page in each language and width, other browsers, real clients, kill -9 and restarts. See docs/testing.md.
import { buildTests, fault, figures, onNodeOfMachine, playwright, runSuite, script, vitest } from './run-suite.mjs'

await runSuite(1387, [
  [
    [
      { ...script('build', 'build'), needed: true },
      { ...buildTests, needed: true },
    ],
  ],
  [
    [
      vitest('rules on PostgreSQL, and statistics', {
        postgresql: ['postgres'],
        attacks: ['postgres'],
        'beside-sql': [],
        'long-rules': ['postgres', 'pgbouncer'],
        long: ['postgres', 'pgbouncer', 'curl', 'nginx', 'caddy', 'systemd', 'promtool', 'kubectl'],
        libraries: ['authlib'],
      }),
      onNodeOfMachine(vitest('rules through PgBouncer', { pooled: ['postgres', 'pgbouncer'] })),
    ],
  ],
  [
    [
      playwright('pages and journeys', {
        pages: ['chromium', 'chinese'],
        'all-pages': ['chromium'],
        islands: ['chromium'],
        'script-on': ['chromium'],
        '240px': ['chromium'],
        'own-account-api': ['chromium'],
        w3m: ['w3m', 'lynx', 'elinks', 'links2', 'tmux'],
        netsurf: ['netsurf', 'xvfb', 'xdotool'],
        operation: ['chromium', 'postgres', 'cas', 'openidc'],
      }),
    ],
  ],
  [
    [fault('kill -9', 'tests/faults/kill.ts', '--rounds', '3'), fault('conditions', 'tests/faults/conditions.ts')],
    [
      fault('silent PostgreSQL', 'tests/faults/silent-postgres.ts'),
      fault('kill -9 of one of two', 'tests/faults/one-killed.ts'),
    ],
    // Most of it is the time that Patroni gives a member to come back.
    [
      {
        ...fault('failover of PostgreSQL', 'tests/faults/failover.ts'),
        needs: ['postgres', 'patroni', 'etcd', 'haproxy'],
      },
    ],
  ],
  [[onNodeOfMachine(fault('restarts', 'tests/faults/restarts.ts', '--restarts', '2'))]],
  // Ratios, so nothing else may run alongside.
  [[figures('figures of the budgets', '--margin', '1.5')]],
])
