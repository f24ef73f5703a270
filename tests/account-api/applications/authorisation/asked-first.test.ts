import { expect, it } from 'vitest'
import type { Client } from '#contract/client'
import { usualPolicy } from '#settings/policy/policy'
import { ask, authorise, exchange, registerParty, signedIn } from '#tests/account-api/applications/protocol/parties'
import { describeProtocolWorldsWith } from '#tests/account-api/applications/protocol/protocol-world'
import { refresh, userInfo } from '#tests/account-api/applications/protocol/tokens'
import { registerService } from '#tests/account-api/applications/services/services'
import { askedPerson } from '#tests/account-api/verification/authenticators/apps'
import { policyOf } from '#tests/account-api/worlds/policies'
import { codeOf, dataOf, goodPassword, type World } from '#tests/account-api/worlds/world'
import { Browser } from './browser'

/** An application that a person has authorised with these scopes, and the person. */
const authorisedWith = async (world: World, scope: string) => {
  const [party, person] = [await registerParty(world), await signedIn(world)]
  return {
    ...person,
    party,
    tokens: await exchange(party, await authorise(person, party, { scope, prompt: 'consent' })),
  }
}

interface First {
  due: 'terms_due' | 'factor_due'
  /** A person who has authorised an application, and who now has to answer something first. */
  authorised: () => ReturnType<typeof authorisedWith>
  /** The program at another browser. */
  elsewhere: () => Client
  /** Answers what is asked first. */
  answers: (client: Client) => Promise<unknown>
}

/** What holds for every application’s request while its person has to answer something first. */
const testAskedFirst = (world: World, { due, authorised, elsewhere, answers }: First): void => {
  it('happy: the request waits until the person has answered, and then continues', async () => {
    const { party, ...person } = await authorised()
    const asked = await ask(person.browser, party)
    expect(asked.page).toContain('/login/authorize/')
    const info = async () => dataOf(await person.client.openAuthInfo(asked.names))
    expect(await info()).toMatchObject({ [due]: true, already_granted: true })
    await answers(person.client)
    expect(await info()).toHaveProperty(due, false)
    const continued = await authorise(person, party)
    expect((await exchange(party, continued)).claims()?.sub).toBe(person.userId)
  })

  it('security: nobody bypasses the question by a silent request or an answer, but may decline; existing tokens keep working', async () => {
    const { party, browser, client, tokens, userId } = await authorised()
    const silent = await ask(browser, party, { prompt: 'none' })
    expect(new URL(silent.page).searchParams.get('error')).toBe('interaction_required')
    const { names } = await ask(browser, party)
    expect(await client.openWebAuth({ ...names, scopes: 'openid profile' })).toMatchObject({ code: due })
    expect(await client.openWebAuth({ ...names, scopes: '', deny: 1 })).toMatchObject({ ok: true })
    expect((await userInfo(party, tokens.access_token)).sub).toBe(userId)
  })

  it('security: a person who was proven only for this request does not bypass the question either', async () => {
    const { party, mobile } = await authorised()
    const stranger = elsewhere()
    const { names } = await ask(new Browser(world), party)
    const proven = await stranger.openAccountAuth({ ...names, account: mobile, password: goodPassword })
    const answer = { ...names, auth_ticket: dataOf(proven).auth_ticket }
    expect(dataOf(await stranger.openAuthInfo(answer))[due]).toBe(true)
    expect(await stranger.openWebAuth({ ...answer, scopes: 'openid profile' })).toMatchObject({ code: due })
  })
}

const terms = { version: '2027-01', countsFrom: 0 }
const shownTerms = terms.version

describeProtocolWorldsWith({ terms })('a request of an application while terms are due, on $name', (world) => {
  /** The web app then shows new terms. */
  const authorised = async () => {
    const { browser, jar, ...person } = await authorisedWith(world, 'openid profile')
    browser.shownTerms = shownTerms
    return { ...person, browser, jar, client: world.person({ jar, shownTerms }) }
  }
  const elsewhere = () => world.person({ shownTerms })
  const answers = (client: Client) => client.acceptTerms({ terms_version: shownTerms }).then(dataOf)
  testAskedFirst(world, { due: 'terms_due', authorised, elsewhere, answers })
})

describeProtocolWorldsWith()('a request of an application while a second factor is due, on $name', (world) => {
  const decide = policyOf(world)

  /** The deployment then requires a second factor. */
  const authorised = async () => {
    const at = await authorisedWith(world, 'openid profile offline_access')
    decide({ second_factor: { ...usualPolicy.second_factor, of: 'everybody', grace_days: 0 } })
    return at
  }

  const answers = (client: Client) => askedPerson(world, { client })
  testAskedFirst(world, { due: 'factor_due', authorised, elsewhere: () => world.person(), answers })

  it('security: while the second factor is due, a refresh token keeps working, and a service by CAS gets no ticket', async () => {
    const { party, tokens, client } = await authorised()
    expect((await refresh(party, tokens.refresh_token)).access_token).toBeDefined()
    const { url } = await registerService(world)
    expect(codeOf(await client.issueServiceTicket({ service: url }))).toBe('factor_due')
  })
})
