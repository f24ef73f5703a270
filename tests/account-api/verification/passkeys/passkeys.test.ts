import { expect, it } from 'vitest'
import { proveFactor } from '#tests/account-api/addresses/binding/bindings'
import { askedPerson } from '#tests/account-api/verification/authenticators/apps'
import { disown } from '#tests/account-api/worlds/attacks'
import { atOnce, codeOf, dataOf, describeWorlds, refusalIn, verifyBy } from '#tests/account-api/worlds/worlds'
import { type Forged, softwarePasskey } from '#tests/fixtures/authenticators/passkey'
import { proveBy, signInBy, withOldPasskey, withPasskey } from './devices'

describeWorlds('a passkey on $name', (world) => {
  const owner = async () => withPasskey(await world.registerMobile())
  const listOf = async ({ client }: Pick<Awaited<ReturnType<typeof owner>>, 'client'>) =>
    dataOf(await client.listPasskeys({})).passkeys

  it('happy: a passkey is listed with the browser’s name and reported, and the options for the next one exclude it', async () => {
    const { client, mobile, userId, device } = await owner()
    expect(await listOf({ client })).toMatchObject([{ label: 'Passkey', used_at: null }])
    expect(await world.toldLast(mobile)).toMatchObject({ purpose: 'passkey_added' })
    expect((await world.activityOf(userId))[0]?.[0]).toBe('passkey_added')
    expect(dataOf(await client.startPasskey({})).options).toMatchObject({
      rp: { id: 'localhost' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      excludeCredentials: [{ id: device.credentialId }],
    })
  })

  const forgeries: Record<string, Forged> = {
    'of a page of another origin': { origin: 'http://localhost:3001' },
    'of another site': { rpId: 'example.com' },
    'without user verification': { isVerified: false },
    'of a page in a frame of another site': { crossOrigin: true },
    'of a proof': { type: 'webauthn.get' },
    'with an algorithm that was not offered': { algorithm: -39 },
    'with certificates of an attestation': { format: 'packed', statement: new Map([['x5c', Buffer.from('x')]]) },
  }

  it.each(Object.entries(forgeries))('security: an answer %s adds no passkey', async (_name, forged) => {
    const { client } = await world.registerMobile()
    const { options } = dataOf(await client.startPasskey({}))
    const credential = softwarePasskey().create(options, forged)
    expect(codeOf(await client.addPasskey({ credential }))).toBe('passkey_refused')
    expect(await listOf({ client })).toEqual([])
  })

  it.each(['{}', 'null', '[1', '"x"', `{"id":${'['.repeat(4000)}`])(
    'error: %.9s is refused as an answer',
    async (credential) => {
      const { client } = await world.registerMobile()
      expect(codeOf(await client.addPasskey({ credential }))).toBe('passkey_refused')
    },
  )

  it('security: a challenge accepts one answer, right or wrong, and only in its own session of the account', async () => {
    const ann = await world.registerMobile()
    const elsewhere = await world.secondSession(ann)
    const { options } = dataOf(await ann.client.startPasskey({}))
    const device = softwarePasskey()
    expect(codeOf(await elsewhere.addPasskey({ credential: device.create(options) }))).toBe('ticket_refused')
    await ann.client.addPasskey({ credential: device.create(options, { isVerified: false }) })
    expect(codeOf(await ann.client.addPasskey({ credential: device.create(options) }))).toBe('ticket_refused')
  })

  it('security: a credential of another account cannot be claimed', async () => {
    const [ann, bob] = [await owner(), await world.registerMobile()]
    const { options } = dataOf(await bob.client.startPasskey({}))
    const credential = softwarePasskey().create(options, { credentialId: ann.device.credentialId })
    expect(codeOf(await bob.client.addPasskey({ credential }))).toBe('passkey_refused')
    expect(await listOf(ann)).toHaveLength(1)
  })

  it('security: if sign-ins require the authenticator, the password alone adds no passkey', async () => {
    const ann = await askedPerson(world, await world.registerMobile())
    world.passMinutes(20)
    dataOf(await verifyBy(ann.client, await ann.client.startPasskey({}), 'password', ann.password))
    const lacking = { code: 'second_verification_required', data: { lacks_another: true } }
    expect(await ann.client.startPasskey({})).toMatchObject(lacking)
  })

  it('error: the eleventh passkey is refused, even if two are added at the same time', async () => {
    const ann = await owner()
    for (let count = 1; count < 9; count += 1) await withPasskey(ann)
    const started = [await ann.client.startPasskey({}), await ann.client.startPasskey({})]
    const options = started.map((answer) => dataOf(answer).options)
    const answers = await atOnce(2, (nth) => {
      const asked = options[nth]
      if (!asked) throw new Error('no options')
      return world.person({ jar: ann.jar }).addPasskey({ credential: softwarePasskey().create(asked) })
    })
    expect(answers.map(codeOf).sort()).toEqual(['ok', 'too_many_passkeys'])
    expect(codeOf(await ann.client.startPasskey({}))).toBe('too_many_passkeys')
  })

  it('happy: a passkey can be renamed, but not to a blank, misleading or long name', async () => {
    const ann = await owner()
    const rename = (label: string) => ann.client.renamePasskey({ passkey_id: ann.passkeyId, label })
    dataOf(await rename('  Phone '))
    for (const name of [' ', 'a\u202eb', 'x'.repeat(41)]) expect(codeOf(await rename(name))).toBe('invalid_input')
    expect(await listOf(ann)).toMatchObject([{ label: 'Phone' }])
  })

  it('happy: a removed passkey signs in no more, its sessions end, and the mobile is notified', async () => {
    const ann = await owner()
    const { client: elsewhere } = await signInBy(world, ann.device)
    dataOf(await ann.client.removePasskey({ passkey_id: ann.passkeyId }))
    expect((await elsewhere.accountInfo({})).ok).toBe(false)
    expect(codeOf((await signInBy(world, ann.device)).answer)).toBe('passkey_refused')
    expect(await world.toldLast(ann.mobile)).toMatchObject({ purpose: 'passkey_removed' })
    expect((await world.profileOf(ann.userId)).passkeySince).toBeNull()
  })

  it('security: another account can neither rename nor remove a passkey', async () => {
    const [ann, bob] = [await owner(), await world.registerMobile()]
    const named = { passkey_id: ann.passkeyId }
    expect(codeOf(await bob.client.renamePasskey({ ...named, label: 'Mine' }))).toBe('no_such_passkey')
    expect(codeOf(await bob.client.removePasskey(named))).toBe('no_such_passkey')
    expect(await listOf(ann)).toMatchObject([{ label: 'Passkey' }])
  })

  it('security: an undo restores the passkey that a thief removed, and removes the thief’s passkey', async () => {
    const ann = await withOldPasskey(world, await world.registerMobile())
    world.passMinutes(24 * 60)
    const client = await world.secondSession(ann)
    await proveFactor(world, client, ann.mobile)
    dataOf(await client.removePasskey({ passkey_id: ann.passkeyId }))
    const planted = await withPasskey({ ...ann, client })
    expect(codeOf(await disown(world, ann.mobile))).toBe('ok')
    expect(codeOf((await signInBy(world, planted.device)).answer)).toBe('passkey_refused')
    expect(codeOf((await signInBy(world, ann.device)).answer)).toBe('ok')
  })
})

describeWorlds('a passkey as a second verification on $name', (world) => {
  const owner = async () => withPasskey(await world.registerMobile())
  const ask = async ({ client }: Pick<Awaited<ReturnType<typeof owner>>, 'client'>) =>
    refusalIn(await client.accountInfo({ need_plaintext: 1 }), 'second_verification_required')
  /** Requests an act’s second verification, after the last proof is too old. */
  const askedAgain = (person: Parameters<typeof ask>[0]) => {
    world.passMinutes(20)
    return ask(person)
  }

  it('security: a new passkey is a fresh proof but no factor until 72 hours have passed', async () => {
    const ann = await owner()
    const factorAt = async () => (await world.sessionsOf(ann.userId))[0]?.factors.passkey
    dataOf(await proveBy(ann, (await askedAgain(ann)).sms_code_key))
    expect(codeOf(await ann.client.accountInfo({ need_plaintext: 1 }))).toBe('ok')
    expect(await factorAt()).toBeNull()
    world.passMinutes(73 * 60)
    dataOf(await proveBy(ann, (await askedAgain(ann)).sms_code_key))
    expect(await factorAt()).toEqual(expect.any(Number))
  })

  it('security: an answer is valid once, even in concurrent uses, and only for its own key, session and account', async () => {
    const [ann, bob] = [await owner(), await owner()]
    const [{ sms_code_key }, other] = [await askedAgain(ann), await ask(ann)]
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
