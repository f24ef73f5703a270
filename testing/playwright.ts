// The imports of a Playwright test of another project: `import { test, expect } from '@butterfly/testing/playwright'`.
import {
  test as base,
  expect,
  type Page,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  type TestType,
} from '@playwright/test'
import { cookiesFor, type Person } from './deployment/people'
import { type Butterfly, type StartOptions, start } from './deployment/start'

export interface ButterflyFixtures {
  /** A person with their own account, for this test only. */
  person: Person
  /** A page of a browser in which that person is signed in at Butterfly. */
  signedInPage: Page
}

export interface ButterflyWorkerFixtures {
  /** The options for starting Butterfly: `use: { butterflyOptions: { … } }` in the configuration. */
  butterflyOptions: StartOptions
  butterfly: Butterfly
}

export const test: TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & ButterflyFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & ButterflyWorkerFixtures
> = base.extend<ButterflyFixtures, ButterflyWorkerFixtures>({
  butterflyOptions: [{}, { scope: 'worker', option: true }],
  butterfly: [
    async ({ butterflyOptions }, use) => {
      const butterfly = await start(butterflyOptions)
      await use(butterfly)
      await butterfly.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  person: async ({ butterfly }, use) => use(await butterfly.person()),
  signedInPage: async ({ context, person }, use) => {
    await context.addCookies(cookiesFor(person))
    await use(await context.newPage())
  },
})

export { expect }
