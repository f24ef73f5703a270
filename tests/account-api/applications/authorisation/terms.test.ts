import { describe } from 'vitest'
import { authorise, exchange, registerParty, signedIn } from '#tests/account-api/applications/protocol/parties'
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

  testAskedFirst(world, {
    due: 'terms_due',
    authorised,
    elsewhere: () => world.person({ shownTerms: version }),
    answers: async (client) => void dataOf(await client.acceptTerms({ terms_version: version })),
  })
})
