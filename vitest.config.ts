import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const shared = {
  setupFiles: ['tests/fixtures/vitest-console.ts'],
  // Passwords are hashed and two databases run on a small machine. The limit is there for tests that hang.
  testTimeout: 120_000,
  hookTimeout: 120_000,
}

const withDatabases = ['tests/account-api/**/*.test.ts', 'tests/fixtures/**/*.test.ts']
const pages = ['tests/app/**/*.test.{ts,tsx}']

export default defineConfig({
  resolve: { alias: { '~': fileURLToPath(new URL('app', import.meta.url)) } },
  test: {
    // Vitest leaves one core free by default. The tests wait for hashes and databases, so a worker for each core pays.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        // The files of a worker share the modules that they import, whose loading takes longer than these tests.
        test: { ...shared, name: 'app', include: pages, isolate: false },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'account-api',
          include: withDatabases,
          isolate: false,
          globalSetup: ['tests/fixtures/vitest-postgres.ts'],
        },
      },
      {
        extends: true,
        // A web app reads its settings once, so each of these files has a process of its own.
        test: {
          ...shared,
          name: 'others',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/e2e/**', ...withDatabases, ...pages],
        },
      },
    ],
  },
})
