import { type Pair, startPair } from '../fixtures/programs/pair'
import { test as journey } from './journey'

/** On servers of their own, whose clock no journey has moved: clients compare the times of tokens with the machine's. */
export const test = journey.extend<object, { pair: Pair }>({
  pair: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern for the fixtures that are used.
    async ({}, use) => {
      const pair = await startPair({ delivery: 'outbox' })
      await use(pair)
      await pair.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})
