import { expect, it } from 'vitest'
import { atOnce, codeOf, dataOf, describeWorlds } from '#tests/account-api/worlds/worlds'
import { proveBy, withPasskey } from './devices'

describeWorlds('a passkey as a second verification on $name', (world) => {
  const owner = async () => withPasskey(await world.registerMobile())
  /** Requests an act’s second verification, after the last proof is too old. */
  const askedAgain = async ({ client }: Pick<Awaited<ReturnType<typeof owner>>, 'client'>) => {
    world.passMinutes(20)
    const asked = await client.accountInfo({ need_plaintext: 1 })
    if (asked.ok || asked.code !== 'second_verification_required') throw new Error('no second verification')
    return asked.data
  }

  it('happy: a passkey is one of the offered methods, and proves the person', async () => {
    const ann = await owner()
    const { sms_code_key, ways } = await askedAgain(ann)
    expect(ways).toContainEqual({ way: 'passkey', masked: '' })
    expect(codeOf(await proveBy(ann, sms_code_key))).toBe('ok')
    expect(codeOf(await ann.client.accountInfo({ need_plaintext: 1 }))).toBe('ok')
  })

  it('security: a new passkey is a fresh proof but no factor until 72 hours have passed', async () => {
    const ann = await owner()
    const factorAt = async () => (await world.sessionsOf(ann.userId))[0]?.factors.passkey
    dataOf(await proveBy(ann, (await askedAgain(ann)).sms_code_key))
    expect(await factorAt()).toBeNull()
    world.passMinutes(73 * 60)
    dataOf(await proveBy(ann, (await askedAgain(ann)).sms_code_key))
    expect(await factorAt()).toEqual(expect.any(Number))
  })

  it('security: an answer is valid once, even in concurrent uses, and only for its own key, session and account', async () => {
    const [ann, bob] = [await owner(), await owner()]
    const one = await askedAgain(ann)
    const again = await ann.client.accountInfo({ need_plaintext: 1 })
    const other = !again.ok && again.code === 'second_verification_required' ? again.data : one
    const { sms_code_key } = one
    const elsewhere = await world.secondSession(ann)
    expect(codeOf(await elsewhere.startSecondPasskey({ sms_code_key }))).toBe('ticket_refused')
    expect(codeOf(await proveBy({ ...ann, device: bob.device }, other.sms_code_key))).toBe('passkey_refused')
    const { options } = dataOf(await ann.client.startSecondPasskey({ sms_code_key }))
    const credential = ann.device.get(options)
    const by = (key: string) => world.person({ jar: ann.jar }).verifySecondByPasskey({ sms_code_key: key, credential })
    expect(codeOf(await by(other.sms_code_key))).toBe('ticket_refused')
    const answers = await atOnce(10, () => by(sms_code_key))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(codeOf(await by(sms_code_key))).toBe('ticket_refused')
  })
})
