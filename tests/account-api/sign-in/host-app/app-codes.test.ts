import { expect, it } from 'vitest'
import { dataOf, describeWorlds, refused } from '#tests/account-api/worlds/worlds'
import { everyRow } from '#tests/fixtures/databases/tables'
import { codeFor, hostApp, scheme } from './app-codes'

describeWorlds('codes of host apps on $name', (world) => {
  it('happy: the deep link carries the code and the state, and the code starts the app’s own session', async () => {
    const [{ client, userId }, app] = [await world.registerMobile(), world.person()]
    const { asked, code_verifier } = hostApp()
    const { link, code } = await codeFor(client, asked)
    expect(link).toMatch(new RegExp(`^com\\.example\\.app:/signed-in\\?code=[\\w-]{22}&state=${asked.state}$`))
    const entered = { ok: true, data: { user_id: userId, is_new_user: false } }
    expect(await app.exchangeAppCode({ scheme, code, code_verifier })).toMatchObject(entered)
    expect(JSON.stringify(await everyRow(world.place))).not.toContain(code_verifier)
    expect(dataOf(await app.listSessions({})).sessions).toMatchObject([{ is_current: true, way: 'app' }, {}])
    // The two sessions are apart.
    expect(await client.logout({})).toMatchObject({ ok: true })
    expect(await app.accountInfo({})).toMatchObject({ ok: true, data: { user_id: userId } })
  })

  it('security: a listed host app has its deep links; a scheme that is not listed gets no deep link and no code', async () => {
    expect(dataOf(await world.person().hostAppLinks({ scheme }))).toMatchObject({
      account_changed: 'com.example.app:/account-changed',
      account_cancelled: 'com.example.app:/account-cancelled',
      closed: 'com.example.app:/closed',
    })
    const [{ client }, { asked }] = [await world.registerMobile(), hostApp('com.example.evil')]
    expect(await client.issueAppCode(asked)).toMatchObject({ ok: false, code: 'no_such_app' })
    expect(await client.hostAppLinks({ scheme: asked.scheme })).toMatchObject({ ok: false, code: 'no_such_app' })
    const invalid = { ok: false, code: 'invalid_input' }
    for (const own of ['javascript', 'https', 'com.example.app:', 'COM.EXAMPLE.APP', 'com.example.app/x'])
      expect(await client.issueAppCode({ ...asked, scheme: own }), own).toMatchObject(invalid)
  })

  it('security: a thief of the deep link lacks the verifier, and using the code ends it', async () => {
    const [{ client }, { asked, code_verifier }] = [await world.registerMobile(), hostApp()]
    const { code } = await codeFor(client, asked)
    for (const verifier of [hostApp().code_verifier, code_verifier])
      await refused(world.person().exchangeAppCode({ scheme, code, code_verifier: verifier }), 'app_code_refused')
  })
})
