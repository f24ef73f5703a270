import { expect, it } from 'vitest'
import { usualPolicy } from '../../../../settings/policy/policy'
import { appCode } from '../../verification/authenticators/apps'
import { policyOf } from '../../worlds/policies'
import { codeOf, dataOf, goodPassword } from '../../worlds/world'
import { ask, authorise, exchange, registerParty, signedIn } from '../protocol/parties'
import { describeProtocolWorlds } from '../protocol/protocol-world'
import { refresh, userInfo } from '../protocol/tokens'
import { registerService } from '../sso/services'
import { Browser } from './browser'

const due = { code: 'factor_due' }

describeProtocolWorlds('a request of an application while a second factor is due, on $name', (world) => {
  const decide = policyOf(world)
  const askEverybody = () => decide({ second_factor: { ...usualPolicy.second_factor, of: 'everybody', grace_days: 0 } })

  /** An application that a person has authorised, before the deployment asks for a second factor. */
  const authorised = async () => {
    const [party, person] = [await registerParty(world), await signedIn(world)]
    const scope = 'openid profile offline_access'
    const tokens = await exchange(party, await authorise(person, party, { scope, prompt: 'consent' }))
    askEverybody()
    return { ...person, party, tokens }
  }

  it('happy: the request waits until its person has set up an app, and then goes on', async () => {
    const { party, ...person } = await authorised()
    const asked = await ask(person.browser, party)
    expect(asked.page).toContain('/login/authorize/')
    expect(dataOf(await person.client.openAuthInfo(asked.names)).factor_due).toBe(true)
    const { ticket, secret } = dataOf(await person.client.startAuthenticator({}))
    const authenticator_code = appCode(world, secret)
    dataOf(await person.client.addAuthenticator({ ticket, authenticator_code, at_sign_in: 1 }))
    expect(dataOf(await person.client.openAuthInfo(asked.names)).factor_due).toBe(false)
    const { back, ...request } = await authorise(person, party)
    expect((await exchange(party, { ...request, back })).claims()?.sub).toBe(person.userId)
  })

  it('security: nobody goes past it: not silently, nor by an answer of their own', async () => {
    const { party, browser, client } = await authorised()
    const silent = await ask(browser, party, { prompt: 'none' })
    expect(new URL(silent.page).searchParams.get('error')).toBe('interaction_required')
    const { names } = await ask(browser, party)
    expect(await client.openWebAuth({ ...names, scopes: 'openid profile' })).toMatchObject(due)
  })

  it('security: a person who was proven for the request alone does not go past it either', async () => {
    const { party, mobile } = await authorised()
    const stranger = world.person()
    const { names } = await ask(new Browser(world), party)
    const proven = await stranger.openAccountAuth({ ...names, account: mobile, password: goodPassword })
    const { auth_ticket } = dataOf(proven)
    expect(dataOf(await stranger.openAuthInfo({ ...names, auth_ticket })).factor_due).toBe(true)
    const answer = { ...names, auth_ticket, scopes: 'openid profile' }
    expect(await stranger.openWebAuth(answer)).toMatchObject(due)
  })

  it('happy: a person can decline the application all the same', async () => {
    const { party, browser, client } = await authorised()
    const { names } = await ask(browser, party)
    expect(await client.openWebAuth({ ...names, scopes: '', deny: 1 })).toMatchObject({ ok: true })
  })

  it('happy: the tokens that an application has go on, and are refreshed', async () => {
    const { party, tokens, userId } = await authorised()
    expect((await userInfo(party, tokens.access_token)).sub).toBe(userId)
    expect((await refresh(party, tokens.refresh_token)).access_token).toBeDefined()
  })

  it('security: a service by CAS gets no ticket', async () => {
    const { client } = await authorised()
    const { url } = await registerService(world)
    expect(codeOf(await client.issueServiceTicket({ service: url }))).toBe('factor_due')
  })
})
