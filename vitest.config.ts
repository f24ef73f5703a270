import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { alias: { '~': fileURLToPath(new URL('app', import.meta.url)) } },
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**'],
    globalSetup: ['tests/fixtures/vitest-postgres.ts'],
    setupFiles: ['tests/fixtures/vitest-console.ts'],
    // Password hashing and two databases on a small machine: a slow test is no failed test.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
