import { createHash } from 'node:crypto'
import { newToken } from '#account-api/kernel/random'
import type { Client } from '#contract/client'
import { operate } from '#tests/account-api/applications/services/services'
import { dataOf, type World } from '#tests/account-api/worlds/world'

let sites = 0

/** Registers a protected site that no other test has, with all facts. */
export const registerSite = async (world: World, people = 'everyone', facts = 'name,email,groups,organisation') => {
  sites += 1
  const site = { id: `wiki-${sites}`, site: `https://wiki-${sites}.example` }
  for (const words of [
    ['add', site.id, site.site, people, `Wiki ${sites}`],
    ['facts', site.id, facts],
  ]) {
    const said = await operate(world, 'site', ...words)
    if (!said.ok) throw new Error(said.text)
  }
  return site
}

/** What a browser holds at a site, and the challenge for it. */
export const newVerifier = () => {
  const verifier = newToken(256)
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** Gets a ticket for a site, for the browser with this challenge. */
export const siteTicket = async (client: Client, site: string, challenge: string): Promise<string> => {
  const { url } = dataOf(await client.issueSiteTicket({ site, challenge, to: '/' }))
  return new URL(url).searchParams.get('ticket') ?? ''
}

/** Enters a site as a browser does, and answers the token that it gets. */
export const enterSite = async (world: World, client: Client, site: string): Promise<string> => {
  const { verifier, challenge } = newVerifier()
  const ticket = await siteTicket(client, site, challenge)
  return dataOf(await world.person().redeemSiteTicket({ site, ticket, verifier })).token
}
