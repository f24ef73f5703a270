import { defineConfig } from '@playwright/test'
import { launchOptions } from './chromium'
import { deploymentUrl } from './deployment'
import type { Choices } from './journey'

/** Journeys in any browser. They run with script off, as nothing but an island has script. */
const journeys = 'journeys/**/*.spec.ts'
const islands = 'journeys/**/*-island.spec.ts'

const small = { width: 240, height: 320 }

/** A project of few tests. A second worker would start a browser and a pair for them, while it can begin the next project. */
const few = { workers: 1 }

export default defineConfig<Choices>({
  testDir: '.',
  ...(deploymentUrl === undefined && { globalSetup: './pair-service.ts' }),
  outputDir: '../../test-results',
  fullyParallel: true,
  // The build needs no transformation, which would take each worker some seconds.
  build: { external: ['**/build/server/**'] },
  forbidOnly: true,
  // A test that passes only the second time is a failed test.
  retries: 0,
  // Each worker starts its own browser and pairs, which cost more than it takes off the waits of the others.
  // At a deployment of others, journeys share its testers.
  workers: deploymentUrl === undefined ? 2 : 1,
  // The limits are there for tests that hang, also next to other load.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: 'line',
  use: { browserName: 'chromium', launchOptions, screenshot: 'only-on-failure' },
  projects:
    deploymentUrl !== undefined
      ? [
          {
            name: 'any-deployment',
            testMatch: journeys,
            testIgnore: islands,
            grep: /@any-deployment/,
            use: { javaScriptEnabled: false, language: 'en' },
          },
        ]
      : [
          {
            name: 'script-off',
            testMatch: journeys,
            testIgnore: islands,
            // Those run without script too, on the other database, in front of another account API, at 240 pixels, or at a
            // deployment that is running (tests/testing/any-deployment.long.test.ts).
            grepInvert: /@postgresql|@own-account-api-alone|@small-alone|@any-deployment/,
            use: { javaScriptEnabled: false, language: 'zh-Hans' },
          },
          { ...few, name: 'islands', testMatch: islands, use: { javaScriptEnabled: true, language: 'en' } },
          {
            // Five journeys that show that script changes nothing where there is no island.
            ...few,
            name: 'script-on',
            testMatch: journeys,
            testIgnore: islands,
            grep: /@smoke/,
            use: { javaScriptEnabled: true, language: 'zh-Hans' },
          },
          {
            // What a screen size could change: clicks on pictures, the order of the tab key, and forms with many controls. That
            // no page is too wide, the project of pages sees.
            ...few,
            name: '240px',
            testMatch: journeys,
            testIgnore: islands,
            grep: /@small/,
            grepInvert: /@postgresql/,
            use: { javaScriptEnabled: false, language: 'en', viewport: small },
          },
          {
            // What a database could change: a journey for each kind of thing that is stored, found again, or due later. Codes
            // go out by SMTP and to an HTTP SMS gateway, and the screen is small, so that each of these journeys runs once
            // without script. Each single rule is tested on both databases by vitest.
            name: 'postgresql',
            testMatch: journeys,
            testIgnore: islands,
            grep: /@postgresql/,
            use: {
              javaScriptEnabled: false,
              language: 'en',
              viewport: small,
              database: 'PostgreSQL',
              delivery: 'gateways',
            },
          },
          {
            // Flows of the specification, by a web app that makes none of the calls beyond it, as in front of an account API of
            // an operator's own.
            ...few,
            name: 'own-account-api',
            testMatch: journeys,
            testIgnore: islands,
            grep: /@own-account-api/,
            use: { javaScriptEnabled: false, language: 'en', calls: 'specification' },
          },
          { name: 'pages', testMatch: 'pages/**/*.spec.ts', testIgnore: 'pages/all-pages.spec.ts' },
          { ...few, name: 'all-pages', testMatch: 'pages/all-pages.spec.ts', dependencies: ['pages'] },
          { ...few, name: 'w3m', testMatch: 'w3m/**/*.spec.ts', use: { language: 'en' } },
          { ...few, name: 'netsurf', testMatch: 'netsurf/**/*.spec.ts', use: { language: 'en' } },
          { ...few, name: 'operation', testMatch: 'operation/**/*.spec.ts' },
        ],
})
