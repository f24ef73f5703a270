import { randomInt } from 'node:crypto'

export { goodPassword, newEmail, newMobile } from '../../../testing/deployment/identities'

/** A username that nobody else in this run has, and that looks like nobody's: it has letters only that look like no other. */
export const newUsername = (): string =>
  `ann.${Array.from({ length: 10 }, () => 'bcdfghkpqstvxyz'[randomInt(15)]).join('')}`
