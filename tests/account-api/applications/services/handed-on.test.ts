import { describe, expect, it } from 'vitest'
import type { Client } from '#contract/client'
import {
  browserAt,
  registerApplication,
  ticketFor as shareTicketFor,
} from '#tests/account-api/applications/share/applications'
import { codeFor, hostApp, scheme } from '#tests/account-api/sign-in/host-app/app-codes'
import { atOnce, describeWorldsWith, type World } from '#tests/account-api/worlds/worlds'
import { everyRow } from '#tests/fixtures/databases/tables'
import { registerService, ticketFor } from './services'

const otherScheme = 'com.example.other'
const refusedService = (reason: string) => ({ ok: false, code: 'service_ticket_refused', data: { reason } })

/** What somebody got who is sent on: a ticket, its use where it leads and elsewhere, and how either is refused. */
const kinds = {
  'a service ticket': async (world: World, client: Client) => {
    const [{ url }, other] = [await registerService(world), await registerService(world)]
    const ticket = await ticketFor(client, url)
    const useAt = (service: string) => world.person().validateServiceTicket({ service, ticket, renew: 0 })
    const refusals = { refused: refusedService('invalid_ticket'), refusedElsewhere: refusedService('invalid_service') }
    return { ticket, use: () => useAt(url), useElsewhere: () => useAt(other.url), ...refusals }
  },
  'a share ticket': async (world: World, client: Client) => {
    const [sibling, other] = [await registerApplication(world), await registerApplication(world)]
    const ticket = await shareTicketFor(client, sibling)
    const useAt = (at: typeof sibling) => browserAt(world, at).client.shareLogin({ share_ticket: ticket })
    const refused = { ok: false, code: 'share_refused' }
    return { ticket, use: () => useAt(sibling), useElsewhere: () => useAt(other), refused, refusedElsewhere: refused }
  },
  'the code of a host app': async (world: World, client: Client) => {
    const { asked, code_verifier } = hostApp()
    const { code } = await codeFor(client, asked)
    const useAt = (at: string) => world.person().exchangeAppCode({ scheme: at, code, code_verifier })
    const refused = { ok: false, code: 'app_code_refused' }
    const uses = { use: () => useAt(scheme), useElsewhere: () => useAt(otherScheme) }
    return { ticket: code, ...uses, refused, refusedElsewhere: refused }
  },
}

describeWorldsWith({ appSchemes: new Set([scheme, otherScheme]) })('what leads a person on, on $name', (world) => {
  describe.each(Object.entries(kinds))('%s', (kind, issue) => {
    const issued = async () => {
      const person = await world.registerMobile()
      return { ...person, ...(await issue(world, person.client)) }
    }

    it('security: a passed-on ticket is refused a second time', async () => {
      const { userId, use, refused } = await issued()
      expect(await use()).toMatchObject({ ok: true, data: { user_id: userId } })
      expect(await use()).toMatchObject(refused)
    })

    it('security: a passed-on ticket is accepted for one of twenty concurrent uses', async () => {
      const { use } = await issued()
      const answers = await atOnce(20, (): Promise<{ ok: boolean }> => use())
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    })

    it('security: a passed-on ticket is refused at another service, and a try there uses it up', async () => {
      const { use, useElsewhere, refused, refusedElsewhere } = await issued()
      expect(await useElsewhere()).toMatchObject(refusedElsewhere)
      expect(await use()).toMatchObject(refused)
    })

    it('security: a passed-on ticket expires after a minute', async () => {
      const [early, late] = [await issued(), await issued()]
      world.passMinutes(0.9)
      expect(await early.use()).toMatchObject({ ok: true })
      world.passMinutes(0.2)
      expect(await late.use()).toMatchObject(late.refused)
    })

    it('security: a passed-on ticket ends with the session that issued it', async () => {
      const { client, use, refused } = await issued()
      await client.logout({})
      expect(await use()).toMatchObject(refused)
    })

    it('security: a passed-on ticket ends with its account', async () => {
      const { userId, use, refused } = await issued()
      await world.storage.transaction((stores) => stores.standing.cancel(userId, world.deployment.now() + 1))
      expect(await use()).toMatchObject(refused)
    })

    it('security: a passed-on ticket is stored neither in the database nor in the log', async () => {
      const { ticket, use } = await issued()
      const rows = async () => JSON.stringify(await everyRow(world.place))
      expect(await rows()).not.toContain(ticket)
      await use()
      // The end of a session is told to a service by the ticket that it has used.
      if (kind !== 'a service ticket') expect(await rows()).not.toContain(ticket)
      expect(world.logged()).not.toContain(ticket)
    })
  })
})
