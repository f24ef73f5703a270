import { describe, expect, it } from 'vitest'
import { databases } from '../../../fixtures/databases/databases'
import { dataOf, goodPassword } from '../../worlds/world'
import { ask, authorise, exchange, registerParty, signedIn } from '../protocol/parties'
import { protocolWorldOn } from '../protocol/protocol-world'
import { userInfo } from '../protocol/tokens'
import { Browser } from './browser'

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

  it('happy: the request waits until its person has accepted, and then goes on', async () => {
    const { party, ...person } = await authorised()
    const asked = await ask(person.browser, party)
    expect(asked.page).toContain('/login/authorize/')
    expect(dataOf(await person.client.openAuthInfo(asked.names))).toMatchObject({
      terms_due: true,
      already_granted: true,
    })
    await person.client.acceptTerms({ terms_version: version })
    expect(dataOf(await person.client.openAuthInfo(asked.names)).terms_due).toBe(false)
    const { back, ...request } = await authorise(person, party)
    expect((await exchange(party, { ...request, back })).claims()?.sub).toBe(person.userId)
  })

  it('security: nobody goes past the terms: not silently, nor by an answer of their own', async () => {
    const { party, browser, client } = await authorised()
    const silent = await ask(browser, party, { prompt: 'none' })
    expect(new URL(silent.page).searchParams.get('error')).toBe('interaction_required')
    const { names } = await ask(browser, party)
    const refused = { code: 'terms_due', data: { version } }
    expect(await client.openWebAuth({ ...names, scopes: 'openid profile' })).toMatchObject(refused)
  })

  it('security: a person who was proven for the request alone does not go past them either', async () => {
    const { party, mobile } = await authorised()
    const stranger = world.person({ shownTerms: version })
    const { names } = await ask(new Browser(world), party)
    const proven = await stranger.openAccountAuth({ ...names, account: mobile, password: goodPassword })
    const { auth_ticket } = dataOf(proven)
    expect(dataOf(await stranger.openAuthInfo({ ...names, auth_ticket })).terms_due).toBe(true)
    const answer = { ...names, auth_ticket, scopes: 'openid profile' }
    expect(await stranger.openWebAuth(answer)).toMatchObject({ code: 'terms_due' })
  })

  it('happy: a person can decline the application all the same', async () => {
    const { party, browser, client } = await authorised()
    const { names } = await ask(browser, party)
    expect(await client.openWebAuth({ ...names, scopes: '', deny: 1 })).toMatchObject({ ok: true })
  })

  it('happy: the tokens that an application has go on', async () => {
    const { party, tokens, userId } = await authorised()
    expect((await userInfo(party, tokens.access_token)).sub).toBe(userId)
  })
})
