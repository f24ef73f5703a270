import { expect, it } from 'vitest'
import { mobilePurpose } from '#contract/terms/purposes'
import { describeWorlds, freshMobile, isInvalid, refused } from '#tests/account-api/worlds/worlds'
import { otherThan } from '#tests/fixtures/messages/post-office'

describeWorlds('aliases of fields on $name', (world) => {
  /** A number with a sent code. The typed client requires `code`, so other inputs are loosely typed. */
  const sent = async () => {
    const mobile = freshMobile()
    const client = world.person()
    return { mobile, client, code: await world.codeFor(mobile, mobilePurpose.login, client) }
  }

  it('happy: sms_code signs in like code', async () => {
    const { mobile, client, code } = await sent()
    expect(await client.smsLogin({ mobile, sms_code: code } as never)).toMatchObject({ ok: true })
  })

  it('happy: a GET accepts the obfuscated alias in its query', async () => {
    const { mobile, client, code } = await sent()
    const looked = await client.checkCode({ mobile, sms_code: code, type: mobilePurpose.login } as never)
    expect(looked).toMatchObject({ ok: true, data: { valid: true } })
  })

  it('error: two different codes under both names are refused without a check', async () => {
    const { mobile, client, code } = await sent()
    for (const typed of [
      { code, sms_code: otherThan(code) },
      { code: otherThan(code), sms_code: code },
    ])
      expect(await client.smsLogin({ mobile, ...typed })).toMatchObject(isInvalid('sms_code', 'contradicts'))
    const looked = await client.checkCode({ mobile, code, type: mobilePurpose.login })
    expect(looked).toMatchObject({ data: { valid: true, tries_left: 5 } })
  })

  it('happy: client_id names an application like client_key', async () => {
    const { client } = await world.registerMobile()
    const answers = [
      { client_key: 'orchard' },
      { client_id: 'orchard' },
      { client_key: 'orchard', client_id: 'orchard' },
    ]
    for (const named of answers)
      expect(await client.revokeAuthorisation(named as never)).toMatchObject({ code: 'no_such_authorisation' })
  })

  it('error: a client_key and a client_id of different applications are refused', async () => {
    const { client } = await world.registerMobile()
    expect(await client.revokeAuthorisation({ client_key: 'orchard', client_id: 'lakeside' })).toMatchObject(
      isInvalid('client_id', 'contradicts'),
    )
  })

  it('security: guesses under both names count together', async () => {
    const { mobile, client, code } = await sent()
    const wrong = otherThan(code)
    for (const typed of [{ code: wrong }, { sms_code: wrong }, { code: wrong }, { sms_code: wrong }])
      expect(await client.smsLogin({ mobile, ...typed } as never)).toMatchObject({ code: 'code_wrong' })
    await refused(client.smsLogin({ mobile, sms_code: wrong } as never), 'code_locked')
  })
})
