import type { Client } from '#contract/client'
import { dataOf, verifyByCode, type World } from '#tests/account-api/worlds/world'
import { shownCode } from '#tests/fixtures/authenticators/app'

/** The code that an app shows this many steps from now. */
export const appCode = (world: World, secret: string, stepsOn = 0): string =>
  shownCode(secret, world.deployment.now(), stepsOn)

/** A code that the app does not show. */
export const wrongCode = (world: World, secret: string): string => {
  const near = [-2, -1, 0, 1, 2].map((steps) => appCode(world, secret, steps))
  return ['111111', '222222', '333333', '444444', '555555', '666666'].find((code) => !near.includes(code)) ?? ''
}

/** Gives a person who has just signed in an authenticator with an unused next code. */
export const withAuthenticator = async <Person extends { client: Client }>(world: World, person: Person) => {
  const { ticket, secret } = dataOf(await person.client.startAuthenticator({}))
  const added = dataOf(await person.client.addAuthenticator({ ticket, authenticator_code: appCode(world, secret) }))
  world.passMinutes(1)
  return { ...person, secret, codes: added.recovery_codes }
}

/** Proves the mobile after another factor, because adding an app that sign-ins require needs both. */
export const proveMobileToo = async (world: World, client: Client, mobile: string): Promise<void> => {
  dataOf(await verifyByCode(world, client, await client.startAuthenticator({ at_sign_in: 1 }), mobile))
}

/** Gives such a person an authenticator that sign-ins require. */
export const askedPerson = async <Person extends { client: Client }>(world: World, person: Person) => {
  const owner = await withAuthenticator(world, person)
  dataOf(await owner.client.askAuthenticator({ at_sign_in: 1 }))
  return owner
}
