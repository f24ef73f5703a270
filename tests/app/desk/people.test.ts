import { beforeEach, describe, expect, it } from 'vitest'
import { errorsAt, expectRedirect, expectTexts, formOf, withFakeAccountApi } from '#tests/app/browser/browser'
import { browserAtDesk, madeAtDesk, mainAtDesk, withDeskAnswers } from './at-desk'
import { fullPerson, personShown, userId } from './person'

const fake = withFakeAccountApi()
const answer = withDeskAnswers(fake)

const reason = 'She has called, and named her last orders'
const person = `/desk/people/${userId}`
const nobody = { ok: false, code: 'no_such_user', description: 'There is no user.' } as const

describe('the search for a person', () => {
  it('happy: the search redirects to the person’s id, whatever was typed', async () => {
    const landed = await browserAtDesk(fake, ['support']).submit('/desk/people', { user: ' mei@example.com ' })
    expectRedirect(landed, person)
    expect(madeAtDesk(fake, 'showUser')).toEqual([{ user: 'mei@example.com' }])
  })

  it('error: a search without a match says so, and keeps the typed text', async () => {
    answer('showUser', nobody)
    answer('findUsers', { ok: true, data: { users: [], has_more: false } })
    const landed = await browserAtDesk(fake).submit('/desk/people', { user: 'mei@example.com' })
    expect(errorsAt(landed, 'user')[0]).toContain('Nobody is found')
    expect(formOf(landed).initialValue).toEqual({ user: 'mei@example.com' })
  })

  const found = (...names: string[]) =>
    fake.operator.answer('findUsers', () => ({
      ok: true,
      data: {
        users: names.map((name, nth) => ({
          ...{ user_id: `u${nth}`, username: `user${nth}`, name, mobile: '+86 138****0001', email: null },
          ...{ frozen_at: nth === 1 ? '2026-11-28T08:00:00.000Z' : null, erased_on: null },
        })),
        has_more: names.length > 1,
      },
    }))

  it('happy: a search by name opens the only match, or lists several with the typed text', async () => {
    answer('showUser', nobody)
    found('Ann Lee', 'Ann <b>')
    const browser = browserAtDesk(fake, ['support'])
    const { main } = await browser.show('/desk/people', { fields: { user: ' ann ' } })
    const shown = ['/desk/people/u0"', 'Ann &lt;b&gt;', 'Suspended', '138****0001', 'There are more', 'value="ann"']
    expectTexts(main, { shown })
    expect(madeAtDesk(fake, 'findUsers')).toEqual([{ search: 'ann' }])
    found('Ann Lee')
    expectRedirect(await browser.submit('/desk/people', { user: 'ann' }), '/desk/people/u0')
  })

  it('security: a read-only operator cannot search by the beginning of a name', async () => {
    answer('showUser', nobody)
    found('Ann Lee')
    expect((await browserAtDesk(fake, ['read']).submit('/desk/people', { user: 'ann' })).status).toBe(422)
    expect(madeAtDesk(fake, 'findUsers')).toEqual([])
  })

  it('error: an empty search asks for a search text', async () => {
    const landed = await browserAtDesk(fake).submit('/desk/people', { user: ' ' })
    expect(errorsAt(landed, 'user')).toEqual(['Enter what you know of the person'])
    expect(madeAtDesk(fake, 'showUser')).toEqual([])
  })

  it('happy: a read-only operator finds people, and is offered no act', async () => {
    const html = await browserAtDesk(fake, ['read']).mainAt('/desk/people')
    expectTexts(html, { shown: ['Find a person'], hidden: ['/desk/people/limits'] })
  })

  it('happy: an operator lifts the waiting times of an address, even of one without an account', async () => {
    answer('releaseLimits', { ok: true, data: { user_id: userId } })
    const fields = { what: 'captchas', whose: '203.0.113.7', reason }
    expectRedirect(
      await browserAtDesk(fake).submit('/desk/people/limits', fields),
      '/desk/people?notice=desk_limits_released',
    )
    expect(madeAtDesk(fake, 'releaseLimits')).toEqual([fields])
  })
})

describe('the page of a person', () => {
  it('happy: the page shows state, sign-in methods, sessions, activity, messages, organisations and pending changes', async () => {
    answer('showUser', { ok: true, data: fullPerson })
    expectTexts(await browserAtDesk(fake).mainAt(person), {
      shown: [
        ...['mei_hua', '+86 138****0001', 'm***@example.com', 'n***@example.com', 'r***@example.com', userId],
        ...['Can sign in', 'list of leaked passwords', '3 recovery codes are left', 'Laptop', 'Never used', 'GitHub'],
        ...['139****0002', 'Help with signing in: a link', 'WeChat', 'Firefox, Linux', 'Network 203.0.113'],
        ...['with a password', 'of_a_newer_release', 'SMS: Signed in at a browser', 'tried 3', '503 the gateway'],
        ...['Given up', 'Orchard', 'Manager', 'Clerk, Cook', 'Membership suspended'],
        `/desk/organisations/${'s'.repeat(22)}`,
      ],
    })
  })

  it('happy: organisations are named without a link if the operator may not open them', async () => {
    answer('showUser', { ok: true, data: fullPerson })
    expectTexts(await mainAtDesk(fake, person, ['support']), { shown: ['Orchard'], hidden: ['/desk/organisations'] })
  })

  it('happy: the page offers the acts that change the person', async () => {
    const offered = async (state: Parameters<typeof personShown>[0]) => {
      answer('showUser', { ok: true, data: personShown(state) })
      const html = await browserAtDesk(fake, ['support']).mainAt(person)
      return [...html.matchAll(new RegExp(`href="${person}/([\\w-]+)"`, 'g'))].map(([, name]) => name)
    }
    const at = '2026-11-26T08:00:00.000Z'
    expect(await offered({})).toEqual(['freeze', 'name', 'recover', 'release-limits'])
    expect(await offered({ frozen_at: at, frozen_reason: 'Spam' })).toEqual(['unfreeze', 'name', 'release-limits'])
    expect(await offered({ erased_on: at })).toEqual(['freeze', 'name', 'restore', 'release-limits'])
    expect(await offered({ pending: fullPerson.pending, sessions: fullPerson.sessions })).toEqual([
      ...['freeze', 'end-sessions', 'name', 'stop-recovery', 'release-limits'],
    ])
  })

  it('security: a read-only operator sees masked addresses, and is offered nothing else', async () => {
    const html = await browserAtDesk(fake, ['read']).mainAt(person)
    expectTexts(html, { shown: ['m***@example.com'], hidden: [`${person}/`, 'Show the whole addresses'] })
  })

  it('security: an address that was typed into the URL redirects to the id', async () => {
    expectRedirect(await browserAtDesk(fake).visit('/desk/people/mei@example.com'), person)
  })

  it('security: text that others have typed is escaped', async () => {
    const data = personShown({ passkeys: [{ name: '<b>x</b>', made_at: '2026-11-26T08:00:00.000Z', used_at: null }] })
    answer('showUser', { ok: true, data })
    expect(await browserAtDesk(fake).mainAt(person)).toContain('&lt;b&gt;x&lt;/b&gt;')
  })
})

describe('whole addresses', () => {
  beforeEach(() => {
    const whole = personShown({ mobile: '+8613800000001', email: 'mei@example.com' })
    answer('revealUser', { ok: true, data: whole })
  })

  it('happy: whole addresses are shown after a press, and the page says that this was recorded', async () => {
    const { main } = await browserAtDesk(fake, ['support']).show(`${person}/reveal`, { fields: {} })
    expectTexts(main, { shown: ['+8613800000001', 'mei@example.com', 'has recorded'] })
    expect(madeAtDesk(fake, 'revealUser')).toEqual([{ user: userId }])
  })

  it('security: a link cannot show whole addresses', async () => {
    const main = await browserAtDesk(fake).mainAt(`${person}/reveal`)
    expectTexts(main, { shown: ['Show whole addresses?'], hidden: ['mei@example.com'] })
    expect(madeAtDesk(fake, 'revealUser')).toEqual([])
  })
})

describe('an act with a person', () => {
  it('error: a refused name is reported at its field, and the reason goes into the log only', async () => {
    answer('nameUser', { ok: false, code: 'invalid_input', description: 'No.' })
    const landed = await browserAtDesk(fake).submit(`${person}/name`, { name: '“Mei”' })
    expect(Object.keys(formOf(landed).error)).toEqual(['name'])
    expect(madeAtDesk(fake, 'nameUser')).toEqual([{ user_id: userId, name: '“Mei”' }])
  })

  it('error: a suspension that could not end the sessions says what remains to be done', async () => {
    answer('freezeUser', { ok: true, data: { was_cancelled: false, sessions_ended: false } })
    const landed = await browserAtDesk(fake).submit(`${person}/freeze`, { reason })
    expectRedirect(landed, `${person}?notice=desk_person_frozen_only`)
  })

  it('security: an act that is blocked for operator accounts says why', async () => {
    answer('freezeUser', { ok: false, code: 'operator_account', description: 'No.' })
    const landed = await browserAtDesk(fake, ['support']).submit(`${person}/freeze`, { reason })
    expect([landed.status, errorsAt(landed, '')[0]]).toEqual([422, expect.stringContaining('an operator’s')])
  })
})
