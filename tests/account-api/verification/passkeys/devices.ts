import type { Client } from '#contract/client'
import { dataOf, type World } from '#tests/account-api/worlds/world'
import { type Forged, type SoftwarePasskey, softwarePasskey } from '#tests/fixtures/authenticators/passkey'

/** Adds a passkey on the person’s own device, just after their sign-in. */
export const withPasskey = async <Person extends { client: Client }>(person: Person, device = softwarePasskey()) => {
  const { options } = dataOf(await person.client.startPasskey({}))
  const { passkey_id } = dataOf(await person.client.addPasskey({ credential: device.create(options) }))
  return { ...person, device, passkeyId: passkey_id }
}

/** Adds a passkey that is old enough that no thief can have planted it. */
export const withOldPasskey = async <Person extends { client: Client; mobile: string; password: string }>(
  world: World,
  person: Person,
) => {
  const owner = await withPasskey(person)
  world.passMinutes(73 * 60)
  return owner
}

/** Answers a key’s second verification by a passkey. */
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
