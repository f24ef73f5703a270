import { beforeEach, describe, expect, it } from 'vitest'
import { errorsAt, expectRedirect, expectTexts, formOf, withFakeAccountApi } from '#tests/app/browser/browser'
import type { DataOf } from '~/features/desk/act'
import { browserAtDesk, itIsForOperators, madeAtDesk, mainAtDesk } from './at-desk'
import { userId } from './person'

const fake = withFakeAccountApi()

const sec_subject_uid = 's'.repeat(22)
const organisation = `/desk/organisations/${sec_subject_uid}`
const at = '2026-11-26T08:00:00.000Z'
const reason = 'A court has ordered it'

type Shown = DataOf<'showOrganisation'>
type Found = DataOf<'findOrganisations'>['organisations'][number]

const answerShown = (otherwise: Partial<Shown> = {}) => {
  const usual = { name: 'Orchard', created_at: at, manager: { name: 'Bo', user_id: userId } }
  const data = { ...usual, frozen_by: null, erased_on: null, allowance: null, ...otherwise }
  fake.operator.answer('showOrganisation', () => ({ ok: true, data }))
}

const answerFound = (names: string[], has_more = false) => {
  const found = (name: string, nth: number): Found => ({
    ...{ sec_subject_uid: nth === 0 ? sec_subject_uid : `${nth}`.padEnd(22, 't'), name, created_at: at },
    ...{ frozen_by: nth === 1 ? 'operator' : null, erased_on: null },
  })
  fake.operator.answer('findOrganisations', () => ({ ok: true, data: { organisations: names.map(found), has_more } }))
}

beforeEach(() => {
  answerShown()
  answerFound(['Orchard'])
  fake.operator.answer('nameOrganisation', () => ({ ok: true, data: { name: 'Orchard' } }))
  fake.operator.answer('freezeOrganisation', () => ({ ok: true, data: { name: 'Orchard', was_closing: false } }))
  fake.operator.answer('unfreezeOrganisation', () => ({ ok: true, data: { name: 'Orchard' } }))
  fake.operator.answer('setManager', () => ({ ok: true, data: { name: 'Orchard', was: 'Bo', is: 'Cy' } }))
  fake.operator.answer('allowInvitations', () => ({ ok: true, data: { name: 'Orchard', until: at } }))
})

const acts = [
  { path: 'name', call: 'nameOrganisation', fields: { name: 'Bank of Orchards' }, notice: 'desk_organisation_named' },
  { path: 'freeze', call: 'freezeOrganisation', fields: { reason }, notice: 'desk_organisation_frozen' },
  { path: 'unfreeze', call: 'unfreezeOrganisation', fields: { reason }, notice: 'desk_organisation_unfrozen' },
  { path: 'manager', call: 'setManager', fields: { user_id: userId, reason }, notice: 'desk_manager_set' },
  {
    path: 'allow',
    call: 'allowInvitations',
    fields: { most: '500', days: '７', reason },
    notice: 'desk_invitations_allowed',
  },
] as const

describe('the search for an organisation', () => {
  it('happy: a search with one match redirects to that organisation', async () => {
    const landed = await browserAtDesk(fake, ['organisations']).submit('/desk/organisations', { search: ' orch ' })
    expectRedirect(landed, organisation)
    expect(madeAtDesk(fake, 'findOrganisations')).toEqual([{ search: 'orch' }])
  })

  it('happy: several matches are listed with their states, and the typed text stays', async () => {
    answerFound(['Orchard', 'Orchid <b>', 'Orc'], true)
    const { main } = await browserAtDesk(fake, ['read']).show('/desk/organisations', { fields: { search: 'orc' } })
    expectTexts(main, { shown: [organisation, 'Orchid &lt;b&gt;', 'Suspended by', 'There are more', 'value="orc"'] })
  })

  it('error: a search without a match says so, and keeps the typed text', async () => {
    answerFound([])
    const landed = await browserAtDesk(fake).submit('/desk/organisations', { search: 'plum' })
    expect(errorsAt(landed, 'search')[0]).toContain('No organisation')
    expect(formOf(landed).initialValue).toEqual({ search: 'plum' })
  })

  it('error: an empty search asks for a search text', async () => {
    const landed = await browserAtDesk(fake).submit('/desk/organisations', { search: ' ' })
    expect(errorsAt(landed, 'search')).toHaveLength(1)
    expect(madeAtDesk(fake, 'findOrganisations')).toEqual([])
  })
})

describe('the page of an organisation', () => {
  it('happy: the page shows the manager, the state, the sending limits and the acts', async () => {
    answerShown({ allowance: { most: 500, until: at } })
    const html = await browserAtDesk(fake, ['organisations', 'support']).mainAt(organisation)
    const links = ['name', 'freeze', 'manager', 'allow'].map((act) => `${organisation}/${act}`)
    expectTexts(html, {
      shown: ['Orchard', `/desk/people/${userId}`, 'Its members can use it', 'in 24\u00A0hours', ...links],
      hidden: ['/unfreeze'],
    })
  })

  it.each([
    [{ frozen_by: 'operator' }, 'Suspended by an operator', '/unfreeze'],
    [{ frozen_by: 'manager' }, 'Suspended by its manager', '/freeze'],
    [{ frozen_by: null, erased_on: at, manager: null }, 'Being closed', '/freeze'],
  ])('happy: an organisation in the state %j shows %s', async (state, text, act) => {
    answerShown(state)
    expectTexts(await browserAtDesk(fake).mainAt(organisation), { shown: [text, `${organisation}${act}`] })
  })

  it('happy: the manager is named without a link if the operator may not open people', async () => {
    expectTexts(await mainAtDesk(fake, organisation, ['organisations']), { shown: ['Bo'], hidden: ['/desk/people'] })
  })

  it('security: a read-only operator is offered no act with an organisation', async () => {
    expectTexts(await mainAtDesk(fake, organisation, ['read']), { shown: ['Orchard'], hidden: [`${organisation}/`] })
  })

  it('error: an unknown organisation has no page', async () => {
    fake.operator.answer('showOrganisation', () => ({ ok: false, code: 'no_such_organisation', description: 'None.' }))
    for (const url of [organisation, `${organisation}/freeze`, `${organisation}/nonsense`])
      expect((await browserAtDesk(fake).visit(url)).status).toBe(404)
  })
})

describe('an act with an organisation', () => {
  it.each(acts)(
    'happy: the act $path makes the call $call, and returns to the organisation',
    async ({ path, call, fields, notice }) => {
      const browser = browserAtDesk(fake, ['organisations'])
      expectTexts(await browser.mainAt(`${organisation}/${path}`), { shown: ['Orchard', 'name="reason"'] })
      const landed = await browser.submit(`${organisation}/${path}`, { ...fields, sec_subject_uid: 'another' })
      expectRedirect(landed, `${organisation}?notice=${notice}`)
      const numbers = call === 'allowInvitations' ? { most: 500, days: 7 } : {}
      expect(madeAtDesk(fake, call)).toEqual([{ ...fields, ...numbers, sec_subject_uid }])
    },
  )

  it('happy: the field of the name is filled with the current name', async () => {
    expect(await browserAtDesk(fake).mainAt(`${organisation}/name`)).toContain('value="Orchard"')
  })

  it.each(acts.filter(({ path }) => path !== 'name'))(
    'error: the act $path needs a reason',
    async ({ path, call, fields }) => {
      const landed = await browserAtDesk(fake).submit(`${organisation}/${path}`, { ...fields, reason: '' })
      expect(errorsAt(landed, 'reason')).toEqual(['Say why, in words for the people concerned to read'])
      expect(madeAtDesk(fake, call)).toEqual([])
    },
  )

  it.each([
    ['freeze', 'freezeOrganisation', 'already'],
    ['unfreeze', 'unfreezeOrganisation', 'not_frozen'],
  ] as const)('error: the second of two clicks at %s redirects to the organisation', async (path, call, code) => {
    fake.operator.answer(call, () => ({ ok: false, code: code as never, description: 'It is so.' }))
    const landed = await browserAtDesk(fake).submit(`${organisation}/${path}`, { reason })
    expectRedirect(landed, `${organisation}?notice=desk_was_so`)
  })

  it.each(['no_such_user', 'not_open', 'no_address', 'already', 'too_many'] as const)(
    'error: a person who cannot be the manager (%s) is reported at the field',
    async (code) => {
      fake.operator.answer('setManager', () => ({ ok: false, code, description: 'No.' }))
      const landed = await browserAtDesk(fake).submit(`${organisation}/manager`, acts[3].fields)
      expect(errorsAt(landed, 'user_id')).toHaveLength(1)
      expect(formOf(landed).initialValue).toEqual(acts[3].fields)
    },
  )

  it('error: a number that breaks a rule is reported in the words of the account API', async () => {
    const description = 'Give a number from 1 to 10000.'
    fake.operator.answer('allowInvitations', () => ({ ok: false, code: 'invalid_input', description }))
    const landed = await browserAtDesk(fake).submit(`${organisation}/allow`, acts[4].fields)
    expect(errorsAt(landed, 'most')[0]).toContain(description)
  })
})

describe('who may help organisations', () => {
  itIsForOperators(
    fake,
    [
      ...acts.map(({ path, call, fields }) => ({ url: `${organisation}/${path}`, call, fields })),
      { url: '/desk/organisations', call: 'findOrganisations', fields: { search: 'orch' } },
    ].map((form) => ({ ...form, wrongScope: 'support' as const })),
    { isForReaders: ['findOrganisations'] },
  )
})
