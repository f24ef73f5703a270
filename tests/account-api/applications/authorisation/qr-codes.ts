import { expect } from 'vitest'
import { ask, exchange, type Party } from '#tests/account-api/applications/protocol/parties'
import { codesOf, shownOf } from '#tests/account-api/sign-in/qr-codes/qr-codes'
import { dataOf, type World } from '#tests/account-api/worlds/world'
import { agree } from './answers'
import { Browser } from './browser'

/** Codes for requests of an application, each in a browser that is signed out. */
export const requestCodes = (world: World, orchard: () => Party) =>
  codesOf({
    purpose: 'open_request',
    screen: async (more: Record<string, string> = {}, party: Party = orchard()) => {
      const browser = new Browser(world)
      const { names, ...request } = await ask(browser, party, more)
      const client = world.person()
      const check = (token: string, look?: number) => client.openQrCheck({ token, ...names, look })
      const shown = shownOf(dataOf(await client.openQrGet(names)), check)
      const ticket = async () => dataOf(await shown.take()).auth_ticket ?? ''
      /** Answers with a ticket as its person, and lets the application get its tokens. */
      const tokensBy = async (scopes: string, auth_ticket: string) => {
        const back = await agree({ browser, client }, { ...names, auth_ticket, scopes })
        return exchange(party, { ...request, back })
      }
      const hasGiven = async () => dataOf(await client.checkLogin({})).signed_in
      return { ...shown, browser, names, client, ticket, tokensBy, hasGiven }
    },
    phone: () => world.registerMobileOnly(),
    toScan: (client, { token }) => client.openQrToScan({ token }),
    scan: (client, { token }) => client.openQrScan({ token }),
    answer: (client, answer) => client.openQrConfirm(answer),
    nothing: { auth_ticket: null },
    gives: () => ({ auth_ticket: expect.any(String) }),
  })
