import { beforeAll } from 'vitest'
import type { SigningKeyRecord } from '#account-api/applications/grants/signing-key-store'
import { signingKeys } from '#account-api/applications/grants/signing-keys'
import { describeOn, type World, worldOn } from '#tests/account-api/worlds/worlds'
import { openToClients } from './parties'

/** The keys of the first world in this process. RSA keys take longer to make than most tests to run. */
let kept: readonly SigningKeyRecord[] | undefined

/** A world that clients reach as they would reach the web app. Its keys are those of the first one in this process. */
export const protocolWorldOn = (...given: Parameters<typeof worldOn>): World => {
  const world = worldOn(...given)
  beforeAll(async () => {
    await openToClients(world)
    for (const key of kept ?? []) await world.storage.signingKeys.insert(key)
    await signingKeys(world.service)
    kept ??= await world.storage.signingKeys.all()
  })
  return world
}

/** A group of tests whose own such world has other settings, on each database. */
export const describeProtocolWorldsWith = (otherwise?: Parameters<typeof worldOn>[1]) =>
  describeOn<World>((database) => protocolWorldOn(database, otherwise))

/** A group of tests with such its own world, on each database. */
export const describeProtocolWorlds = describeProtocolWorldsWith()
