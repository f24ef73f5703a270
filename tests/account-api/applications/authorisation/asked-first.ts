import { expect, it } from 'vitest'
import type { Client } from '#contract/client'
import { ask, authorise, exchange, type Party } from '#tests/account-api/applications/protocol/parties'
import { userInfo } from '#tests/account-api/applications/protocol/tokens'
import { dataOf, goodPassword, type World } from '#tests/account-api/worlds/world'
import { Browser } from './browser'

/** A person who has authorised an application, and who now has to answer something first. */
interface Asked {
  party: Party
  browser: Browser
  client: Client
  mobile: string
  userId: string
  tokens: { access_token: string }
}

interface First {
  due: 'terms_due' | 'factor_due'
  authorised: () => Promise<Asked>
  /** The program at another browser. */
  elsewhere: () => Client
  /** Answers what is asked first. */
  answers: (client: Client) => Promise<void>
}

/** What holds for every application’s request while its person has to answer something first. */
export const testAskedFirst = (world: World, { due, authorised, elsewhere, answers }: First): void => {
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
