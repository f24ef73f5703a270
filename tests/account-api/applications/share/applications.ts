import { newToken } from '#account-api/kernel/random'
import type { Client } from '#contract/client'
import { CookieJar } from '#contract/wire/cookie-jar'
import type { Application } from '#contract/wire/signing'
import { operate } from '#tests/account-api/applications/services/services'
import { dataOf, type World } from '#tests/account-api/worlds/world'

/** The key in what a command said. */
export const keyIn = (text: string): string => /ACCOUNT_API_KEY=([\w-]{43})$/.exec(text)?.[1] ?? 'no key'

/** Registers an application that no other test has, and answers what it signs with. */
export const registerApplication = async (world: World): Promise<Application & { url: string }> => {
  const aid = `app-${newToken(128)}`
  const url = `https://${aid.toLowerCase().replaceAll('_', '-')}.example`
  const said = await operate(world, 'application', 'add', aid, url, `Name of ${aid}`)
  if (!said.ok) throw new Error(said.text)
  return { aid, key: keyIn(said.text), url }
}

/** A browser at the pages of an application. */
export const browserAt = (world: World, application: Application) => {
  const jar = new CookieJar()
  return { jar, client: world.person({ jar, application }) }
}

/** A share ticket for an application. */
export const ticketFor = async (client: Client, { aid }: Pick<Application, 'aid'>): Promise<string> =>
  dataOf(await client.shareTicket({ to_aid: aid })).share_ticket
