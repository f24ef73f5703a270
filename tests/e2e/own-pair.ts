import { type Pair, startPair } from '../fixtures/programs/pair'
import { test as journey } from './journey'

/** Journeys on servers of their own, with further settings. */
export const withOwnPair = (environment: Record<string, string> = {}) =>
  journey.extend<object, { pair: Pair }>({
    pair: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern for the fixtures that are used.
      async ({}, use) => {
        const pair = await startPair({ delivery: 'outbox', environment })
        await use(pair)
        await pair.stop()
      },
      { scope: 'worker', timeout: 120_000 },
    ],
  })

/** On servers whose clock no journey has moved: clients compare the times of tokens with the machine's. */
export const test = withOwnPair()
