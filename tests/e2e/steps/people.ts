import { randomInt } from 'node:crypto'

export { goodPassword, newEmail, newMobile } from '../../../testing/deployment/identities'

/** A username that is unique in this run and has no look-alike: it uses only letters that resemble no other. */
export const newUsername = (): string =>
  `ann.${Array.from({ length: 10 }, () => 'bcdfghkpqstvxyz'[randomInt(15)]).join('')}`
