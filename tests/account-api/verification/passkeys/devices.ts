import type { Client } from '#contract/client'
import { dataOf, type World } from '#tests/account-api/worlds/world'
import { type Forged, type SoftwarePasskey, softwarePasskey } from '#tests/fixtures/authenticators/passkey'

/** Gives a person who has just signed in a passkey on their own device. */
export const withPasskey = async <Person extends { client: Client }>(person: Person, device = softwarePasskey()) => {
  const { options } = dataOf(await person.client.startPasskey({}))
  const { passkey_id } = dataOf(await person.client.addPasskey({ credential: device.create(options) }))
  return { ...person, device, passkeyId: passkey_id }
}

/** The same with one that has been there for so long that nobody can have planted it. */
export const withOldPasskey = async <Person extends { client: Client; mobile: string; password: string }>(
  world: World,
  person: Person,
) => {
  const owner = await withPasskey(person)
  world.passMinutes(73 * 60)
  return owner
}

/** Answers the second verification of a key by a passkey. */
export const proveBy = async (
  { client, device }: { client: Client; device: SoftwarePasskey },
  sms_code_key: string,
  forged: Forged = {},
) => {
  const { options } = dataOf(await client.startSecondPasskey({ sms_code_key }))
  return client.verifySecondByPasskey({ sms_code_key, credential: device.get(options, forged) })
}

/** Signs in by a passkey, in its own browser unless one is given. */
export const signInBy = async (
  world: World,
  device: SoftwarePasskey,
  { client = world.person(), forged = {} as Forged } = {},
) => {
  const { options } = dataOf(await client.startPasskeySignIn({}))
  return { client, answer: await client.passkeySignIn({ credential: device.get(options, forged) }) }
}
