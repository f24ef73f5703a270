import { createServer as createSite, type RequestListener } from 'node:http'
import { createServer } from 'node:https'
import { afterAll, beforeAll } from 'vitest'
import { Protocol } from '#account-api/applications/protocol/protocol'
import { signOutRule, startSigningOut } from '#account-api/applications/services/sign-out'
import { addressRecords } from '#account-api/channels/dns'
import type { World } from '#tests/account-api/worlds/world'
import { startCanary } from '#tests/fixtures/canary'
import { startDnsServer } from '#tests/fixtures/messages/dns-server'
import { ofShop } from '#tests/fixtures/network/self-signed'
import { listenOnLoopback, stopServer } from '#tests/fixtures/programs/loopback'

/** The Internet of a test file, where two names lead to this machine, and a port here that nobody may ask. */
export const startOutside = async () => {
  const [dns, canary] = [await startDnsServer(), await startCanary()]
  for (const name of ['evil.example', 'shop.example']) dns.addresses.set(name, ['127.0.0.1'])
  afterAll(() => Promise.all([dns.stop(), canary.stop()]))
  // With time for a machine that runs all tests at once.
  const lookUp = addressRecords([dns.address], { timeoutMs: 10_000, tries: 1, mostMs: 10_000 })
  /** With these settings, the loopback stands for the Internet. */
  const open = { lookUp, isPublic: () => true, authorities: ofShop.cert }
  return { canary, lookUp, open }
}

/** The addresses of a site on this machine and of a shop on that Internet, which answer alike. */
export const sitesOf = (answer: RequestListener) => {
  const at = { site: '', shop: '' }
  const [site, shop] = [createSite(answer), createServer(ofShop, answer)]
  beforeAll(async () => {
    at.site = `http://127.0.0.1:${await listenOnLoopback(site)}`
    at.shop = `https://shop.example:${await listenOnLoopback(shop)}`
  })
  afterAll(() => Promise.all([stopServer(site), stopServer(shop)]))
  return at
}

/** Tells clients of ended sessions during the tests of a `describe`. */
export const tellClients = (world: World, otherwise: Partial<typeof signOutRule> = {}): void => {
  let stop: () => Promise<void>
  beforeAll(() => {
    const { tellOfEnd } = new Protocol(world.service)
    const log = { error: () => undefined, info: () => undefined }
    const rule = { ...signOutRule, lookEveryMs: 20, firstRestMs: 20, mostRestMs: 20, ...otherwise }
    stop = startSigningOut({ service: world.service, tell: tellOfEnd, log, ends: world.storage.clientSessions, rule })
  })
  afterAll(() => stop())
}
