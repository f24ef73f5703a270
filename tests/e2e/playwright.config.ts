import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import type { Choices, PairChoices } from './journey'

// First Chromium without the window round it: the same pages for little more than half the CPU.
const found = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
  .map((name) => `/usr/bin/${name}`)
  .find(existsSync)
const executablePath = process.env.CHROMIUM ?? found

/** Journeys that a person with any browser makes: each runs with script off and on, on a tiny screen, and on PostgreSQL. */
const journeys = 'journeys/**/*.spec.ts'
/** What script adds runs once, with script on. */
const islands = 'journeys/*-island.spec.ts'

export default defineConfig<Choices, PairChoices>({
  testDir: '.',
  outputDir: '../../test-results',
  fullyParallel: true,
  forbidOnly: true,
  // A test that passes only the second time is a failed test.
  retries: 0,
  // One more than there are cores: journeys wait for messages and for what comes due.
  workers: 3,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'line',
  use: {
    browserName: 'chromium',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    },
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'script-off',
      testMatch: journeys,
      testIgnore: islands,
      use: { javaScriptEnabled: false, language: 'zh-Hans' },
    },
    {
      name: 'script-on',
      testMatch: journeys,
      // It turns script off by itself.
      testIgnore: 'journeys/step-up.spec.ts',
      use: { javaScriptEnabled: true, language: 'en' },
    },
    {
      // The everyday ways to the end; every page in every state is seen at this width by the project of pages.
      name: '240px',
      testMatch: /journeys\/(everyday|password|rebind|register|sign-in)\.spec\.ts/,
      grep: /happy:/,
      use: { javaScriptEnabled: false, language: 'en', viewport: { width: 240, height: 320 } },
    },
    {
      // PostgreSQL below, and the codes by real mail and a real HTTP gateway. Each rule is tested on both databases; here
      // they carry the ways to the end.
      name: 'postgresql',
      testMatch: /journeys\/(account-help|cancellation|everyday|password|rebind|presence|register|sign-in)\.spec\.ts/,
      grep: /happy:/,
      use: { javaScriptEnabled: false, language: 'en', database: 'PostgreSQL', delivery: 'gateways' },
    },
    { name: 'pages', testMatch: 'pages/**/*.spec.ts' },
    { name: 'w3m', testMatch: 'w3m/**/*.spec.ts', use: { language: 'en' } },
    { name: 'operation', testMatch: 'operation/**/*.spec.ts' },
  ],
})
