import { randomInt, randomUUID } from 'node:crypto'

/** A mobile of mainland China that is unique in this run, in E.164. */
export const newMobile = (): string => `+86138${String(randomInt(100_000_000)).padStart(8, '0')}`

/** A mailbox that is unique in this run. */
export const newEmail = (): string => `ann-${randomUUID().slice(0, 13)}@example.com`

/** A password that every rule accepts. */
export const goodPassword = 'fourteen calm violins'
