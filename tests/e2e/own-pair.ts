import { test as journey } from './journey'

/**
 * Journeys on a pair with further settings. A file of them has `test.describe.configure({ mode: 'default' })`, so that one
 * pair serves them all.
 */
export const withOwnPair = (settings: Record<string, string> = {}) => journey.extend({ settings })

/** On servers with an unmoved clock, because clients compare the times of tokens with the machine's. */
export const test = withOwnPair()
