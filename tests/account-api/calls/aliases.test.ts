import { expect, it } from 'vitest'
import { mobilePurpose } from '#contract/terms/purposes'
import { describeWorlds, freshMobile, isInvalid } from '#tests/account-api/worlds/worlds'
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

  it('happy: client_id names an application like client_key, and not another one', async () => {
    const { client } = await world.registerMobile()
    const answers = [
      { client_key: 'orchard' },
      { client_id: 'orchard' },
      { client_key: 'orchard', client_id: 'orchard' },
    ]
    for (const named of answers)
      expect(await client.revokeAuthorisation(named as never)).toMatchObject({ code: 'no_such_authorisation' })
    const two = { client_key: 'orchard', client_id: 'lakeside' }
    expect(await client.revokeAuthorisation(two)).toMatchObject(isInvalid('client_id', 'contradicts'))
  })
})
