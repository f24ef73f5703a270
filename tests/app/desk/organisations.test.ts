import { beforeEach, describe, expect, it } from 'vitest'
import { errorsAt, expectRedirect, expectTexts, formOf, withFakeAccountApi } from '#tests/app/browser/browser'
import type { DataOf } from '~/features/desk/act'
import { browserAtDesk, madeAtDesk, mainAtDesk, withDeskAnswers } from './at-desk'
import { userId } from './person'
import { organisationShown } from './samples'

const fake = withFakeAccountApi()
const answer = withDeskAnswers(fake)

const sec_subject_uid = 's'.repeat(22)
const organisation = `/desk/organisations/${sec_subject_uid}`
const at = '2026-11-26T08:00:00.000Z'

type Found = DataOf<'findOrganisations'>['organisations'][number]

const answerShown = (otherwise: Parameters<typeof organisationShown>[0]) =>
  answer('showOrganisation', { ok: true, data: organisationShown(otherwise) })

const answerFound = (names: string[], has_more = false) => {
  const found = (name: string, nth: number): Found => ({
    ...{ sec_subject_uid: nth === 0 ? sec_subject_uid : `${nth}`.padEnd(22, 't'), name, created_at: at },
    ...{ frozen_by: nth === 1 ? 'operator' : null, erased_on: null },
  })
  answer('findOrganisations', { ok: true, data: { organisations: names.map(found), has_more } })
}

beforeEach(() => answerFound(['Orchard']))

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
})

describe('an act with an organisation', () => {
  it('happy: the field of the name is filled with the current name', async () => {
    expect(await browserAtDesk(fake).mainAt(`${organisation}/name`)).toContain('value="Orchard"')
  })

  it('error: a number that breaks a rule is reported in the words of the account API', async () => {
    const description = 'Give a number from 1 to 10000.'
    answer('allowInvitations', { ok: false, code: 'invalid_input', description })
    const landed = await browserAtDesk(fake).submit(`${organisation}/allow`, {
      most: '500',
      days: '0',
      reason: 'Asked',
    })
    expect(errorsAt(landed, 'most')[0]).toContain(description)
  })
})
