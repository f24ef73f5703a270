import { expect, it } from 'vitest'
import { workOnBatches } from '../../../account-api/organisations/invitation-batches/work'
import { emails, refusedEmails } from '../../../rules/typed/cases/emails'
import { lists } from '../../../rules/typed/cases/lists'
import { type NameCase, people, refusedPeople } from '../../../rules/typed/cases/names'
import { numbers } from '../../../rules/typed/cases/numbers'
import { importCsv } from '../moving/people-files'
import { openOrganisation } from '../organisations/members/members'
import { dataOf, freshEmail, goodPassword } from '../worlds/world'
import { describeWorlds } from '../worlds/worlds'

const pairOf = (one: NameCase): readonly [typed: string, stored: string] =>
  typeof one === 'string' ? [one, one.normalize('NFC')] : one
const accepted = Object.values(people).flat().map(pairOf)
const refused = Object.entries(refusedPeople).flatMap(([reason, names]) => names.map((name) => [name, reason] as const))

/** A cell of CSV. */
const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`

describeWorlds('what a person types, at every door of the account API on $name', (world) => {
  it('happy: a call stores each name as its owner spells it', async () => {
    const { client } = await world.registerMobile()
    // The contract takes no marks that turn the text around them: pages leave them out.
    for (const [name, stored] of accepted.filter(([typed]) => !/[\u202a-\u202e]/.test(typed))) {
      expect(await client.accountSet({ name }), name).toMatchObject({ ok: true })
      expect(dataOf(await client.accountInfo({})).name).toBe(stored)
    }
  })

  it('security: a call stores no name that others are not shown', async () => {
    const { client } = await world.registerMobile()
    for (const [name, reason] of refused)
      expect(await client.accountSet({ name }), name).toMatchObject({
        code: 'invalid_input',
        data: { fields: [{ field: 'name', reason: expect.stringMatching(new RegExp(`^(${reason}|invalid)$`)) }] },
      })
  })

  it('security: a list offers each name as it is stored, and none that its invitee could not have', async () => {
    const { sec_subject_uid, manager } = await openOrganisation(world)
    const names = [...accepted.map(([typed]) => typed), ...refused.map(([typed]) => typed)]
    const list = ['name,email', ...names.map((name) => `${cell(name)},${freshEmail()}`)].join('\n')
    const made = dataOf(await manager.client.createInvitationBatch({ sec_subject_uid, list, format: 'csv' }))
    await workOnBatches(world.service)
    const report = { sec_subject_uid, batch_id: made.batch_id, page: 1, page_size: 1000 }
    const { lines } = dataOf(await manager.client.invitationBatch(report))
    const offered = lines.slice(0, accepted.length)
    expect(offered.map(({ deputy_name, state }) => [deputy_name, state])).toEqual(
      accepted.map(([, name]) => [name, 'new']),
    )
    const others = lines.slice(accepted.length).filter(({ state }) => state !== 'name_refused' && state !== 'bad_text')
    expect(others.map(({ deputy_name }) => deputy_name)).toEqual([])
  })

  it('happy: pasted lists become a line for each address', async () => {
    const [one, other] = [await openOrganisation(world), await openOrganisation(world)]
    for (const [nth, [how, [list, ...wanted]]] of Object.entries(lists).entries()) {
      const { sec_subject_uid, manager } = nth % 2 === 0 ? one : other
      const made = await manager.client.createInvitationBatch({ sec_subject_uid, list, format: 'lines', region: 'CN' })
      const report = { sec_subject_uid, batch_id: dataOf(made).batch_id, page: 1, page_size: 100 }
      const { lines } = dataOf(await manager.client.invitationBatch(report))
      expect(
        lines.map(({ deputy_name, address }) => [deputy_name, address]),
        how,
      ).toEqual(wanted)
    }
  })

  it('happy: an import brings each name over, and a person whose email is none but whose password is fine', async () => {
    const head = 'id,username,email,email_verified,mobile,mobile_verified,name'
    const lines = accepted.map(([typed], nth) => `door ${nth},,${freshEmail()},true,,,${cell(typed)}`)
    expect(await importCsv(world, [head, ...lines])).toMatchObject({ refused: 0, notWhole: 0 })
    const wrong = refusedEmails.filter(([typed]) => typed.trim() !== '' && !/[\r\n]/.test(typed))
    const { said } = await importCsv(world, [
      head,
      ...wrong.map(([typed], nth) => `wrong ${nth},,${cell(typed)},true,+8613${String(800_010_000 + nth)},true,`),
    ])
    expect(said).toEqual(wrong.map((_, nth) => `line ${nth + 2}: its email is none, and does not come over.`))
  })

  it('happy: a sign-in reads a number and an email as a registration does', async () => {
    const [, , mobile = ''] = numbers[0] ?? []
    await world.registerMobile({ mobile })
    const forms = numbers.filter(([, region, number]) => region === 'CN' && number === mobile).map(([typed]) => typed)
    for (const account of forms)
      expect(
        await world.person().accountLoginV2({ account, region: 'CN', password: goodPassword }),
        account,
      ).toMatchObject({
        ok: true,
      })
    const [, email = ''] = emails.find(([typed, stored]) => typed !== stored && stored.includes('xn--')) ?? []
    await world.registerEmail({ email })
    for (const [account] of emails.filter(([, stored]) => stored === email))
      expect(await world.person().accountLoginV2({ account, password: goodPassword }), account).toMatchObject({
        ok: true,
      })
  })
})
