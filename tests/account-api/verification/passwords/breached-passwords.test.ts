import { expect, it } from 'vitest'
import { usualPolicy } from '#settings/policy/policy'
import { policyOf } from '#tests/account-api/worlds/policies'
import { codeOf, dataOf, describeWorldsWith, freshEmail, goodPassword } from '#tests/account-api/worlds/worlds'

const leaked = new Set<string>()

describeWorldsWith({ isBreached: (password) => leaked.has(password) })(
  'breached passwords and their policy on $name',
  (world) => {
    /** An account whose password was leaked after it was chosen. */
    const withLeaked = async () => {
      const password = `${goodPassword} ${leaked.size}`
      const person = await world.registerMobile({ password })
      leaked.add(password)
      return { ...person, password }
    }
    const toldOf = async (mobile: string) =>
      (await world.storage.outbox.newest(mobile, 10)).filter(({ purpose }) => purpose === 'password_breached').length
    const isShown = async (client: Awaited<ReturnType<typeof withLeaked>>['client']) =>
      dataOf(await client.accountInfo({})).password_breached

    it('security: a breached password is refused as a new password', async () => {
      leaked.add('correct horse')
      const { client, password } = await world.registerMobile()
      const refused = { code: 'password_refused', data: { reason: 'breached' } }
      const changed = await client.updatePassword({ current_password: password, password: 'correct horse' })
      expect(changed).toMatchObject(refused)
      const email = freshEmail()
      expect(await world.person().registerByEmailUnverified({ email, password: 'correct horse' })).toMatchObject(
        refused,
      )
    })

    it('security: a sign-in with a breached password succeeds, and the account is notified once', async () => {
      const { mobile, password, client } = await withLeaked()
      expect(await isShown(client)).toBe(false)
      dataOf(await world.person().accountLoginV2({ account: mobile, password }))
      expect([await toldOf(mobile), await isShown(client)]).toEqual([1, true])
      dataOf(await world.person().accountLoginV2({ account: mobile, password }))
      expect(await toldOf(mobile)).toBe(1)
    })

    it('security: a wrong password that is breached reveals nothing', async () => {
      leaked.add('another horse')
      const { mobile, client } = await world.registerMobile()
      const typed = await world.person().accountLoginV2({ account: mobile, password: 'another horse' })
      expect(codeOf(typed)).toBe('wrong_credentials')
      expect([await toldOf(mobile), await isShown(client)]).toEqual([0, false])
    })

    it('happy: a new password ends the warning', async () => {
      const { mobile, password, client } = await withLeaked()
      dataOf(await world.person().accountLoginV2({ account: mobile, password }))
      dataOf(await client.updatePassword({ current_password: password, password: `${password} anew` }))
      expect(await isShown(client)).toBe(false)
    })

    const decide = policyOf(world)
    const decidePasswords = (password: Partial<typeof usualPolicy.password>) =>
      decide({ password: { ...usualPolicy.password, ...password } })

    const set = async (password: string) => (await world.registerMobileOnly()).client.setPassword({ password })

    it('error: a new password needs the policy’s minimum length', async () => {
      decidePasswords({ min_length: 12 })
      expect(await set('eleven char')).toMatchObject({ code: 'password_refused', data: { reason: 'too_short' } })
      expect(codeOf(await set('twelve chars'))).toBe('ok')
    })

    it('happy: an existing shorter password still signs in', async () => {
      const { mobile } = await world.registerMobile({ password: 'nine char' })
      decidePasswords({ min_length: 12 })
      expect(codeOf(await world.person().accountLoginV2({ account: mobile, password: 'nine char' }))).toBe('ok')
    })

    it('security: a breached password is accepted and reported if the policy says so', async () => {
      leaked.add('a word that has leaked')
      decidePasswords({ breached: 'tell' })
      const { mobile, password } = await world.registerMobile({ password: 'a word that has leaked' })
      dataOf(await world.person().accountLoginV2({ account: mobile, password }))
      expect(await toldOf(mobile)).toBe(1)
    })
  },
)
