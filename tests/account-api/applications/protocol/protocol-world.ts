import { beforeAll } from 'vitest'
import { type World, worldOn } from '../../worlds/world'
import { describeOn } from '../../worlds/worlds'
import { openToClients } from './parties'

/** A world that clients reach as they would reach the web app. */
export const protocolWorldOn = (...given: Parameters<typeof worldOn>): World => {
  const world = worldOn(...given)
  beforeAll(() => openToClients(world))
  return world
}

/** A group of tests with such a world of its own, on each database. */
export const describeProtocolWorlds = describeOn<World>((database) => protocolWorldOn(database))
