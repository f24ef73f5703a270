import type { Client } from '#contract/client'
import { dataOf, freshEmail, type World } from '#tests/account-api/worlds/world'

/** Sends a code to a new recovery address, and returns it. */
export const recoveryCode = async (world: World, client: Client, email: string): Promise<string> => {
  dataOf(await client.sendRecoveryEmailCode({ email }))
  return world.codeTo(email)
}

/** Gives the account of a client a recovery address. */
export const setRecovery = async (world: World, client: Client, email = freshEmail()): Promise<string> => {
  dataOf(await client.setRecoveryEmail({ email, code: await recoveryCode(world, client, email) }))
  return email
}

/** What the owner of an account with a recovery address knows and has, days after it was added. */
export const withRecovery = async (world: World) => {
  const person = await world.registerBoth()
  const recovery = await setRecovery(world, person.client)
  world.passMinutes(4 * 24 * 60)
  return { ...person, recovery }
}

/** The recovery address of an account. */
export const recoveryOf = async (world: World, userId: string): Promise<string | null> =>
  (await world.profileOf(userId)).recoveryEmail
