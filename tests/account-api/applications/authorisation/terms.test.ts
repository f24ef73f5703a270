import { describe, expect, it } from 'vitest'
import { ask, authorise, exchange, registerParty, signedIn } from '#tests/account-api/applications/protocol/parties'
import { protocolWorldOn } from '#tests/account-api/applications/protocol/protocol-world'
import { dataOf } from '#tests/account-api/worlds/world'
import { databases } from '#tests/fixtures/databases/databases'
import { testAskedFirst } from './asked-first'

const version = '2027-01'

describe.each(databases)('a request of an application while terms are due, on $name', (database) => {
  const world = protocolWorldOn(database, { terms: { version, countsFrom: 0 } })

  /** An application that a person has authorised, whose web app then shows new terms. */
  const authorised = async () => {
    const [party, { client, ...person }] = [await registerParty(world), await signedIn(world)]
    const tokens = await exchange(party, await authorise({ ...person, client }, party))
    person.browser.shownTerms = version
    const page = world.person({ jar: person.jar, shownTerms: version })
    return { ...person, client: page, party, tokens }
  }

  it('happy: the request waits until the person has accepted the terms, and then continues', async () => {
    const { party, ...person } = await authorised()
    const asked = await ask(person.browser, party)
    expect(asked.page).toContain('/login/authorize/')
    const info = dataOf(await person.client.openAuthInfo(asked.names))
    expect([info.terms_due, info.already_granted]).toEqual([true, true])
    await person.client.acceptTerms({ terms_version: version })
    expect(dataOf(await person.client.openAuthInfo(asked.names)).terms_due).toBe(false)
    const { back, ...request } = await authorise(person, party)
    expect((await exchange(party, { ...request, back })).claims()?.sub).toBe(person.userId)
  })

  testAskedFirst(world, { due: 'terms_due', authorised, elsewhere: () => world.person({ shownTerms: version }) })
})
