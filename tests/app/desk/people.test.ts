import { beforeEach, describe, expect, it } from 'vitest'
import { errorsAt, expectRedirect, expectTexts, formOf, withFakeAccountApi } from '#tests/app/browser/browser'
import { browserAtDesk, itIsForOperators, madeAtDesk, mainAtDesk } from './at-desk'
import { fullPerson, personShown, userId } from './person'

const fake = withFakeAccountApi()

const reason = 'She has called, and named her last orders'
const person = `/desk/people/${userId}`
const nobody = { ok: false, code: 'no_such_user', description: 'There is no user.' } as const

beforeEach(() => {
  fake.operator.answer('showUser', () => ({ ok: true, data: personShown() }))
  fake.operator.answer('listAwaitingRecoveries', () => ({ ok: true, data: { recoveries: [], has_more: false } }))
})

const acts = [
  { path: 'name', call: 'nameUser', fields: { name: 'Mei Official', reason }, notice: 'desk_person_named' },
  { path: 'freeze', call: 'freezeUser', fields: { reason }, notice: 'desk_person_frozen' },
  { path: 'unfreeze', call: 'unfreezeUser', fields: { reason }, notice: 'desk_person_unfrozen' },
  { path: 'end-sessions', call: 'endSessionsOfUser', fields: { reason }, notice: 'desk_person_signed_out' },
  { path: 'restore', call: 'restoreUser', fields: { reason }, notice: 'desk_person_restored' },
  { path: 'recover', call: 'recoverUser', fields: { to: 'new@example.com', reason }, notice: 'desk_recovery_asked' },
  { path: 'stop-recovery', call: 'stopRecovery', fields: { reason }, notice: 'desk_recovery_stopped' },
  { path: 'release-limits', call: 'releaseLimits', fields: { what: 'codes', reason }, notice: 'desk_limits_released' },
] as const

/** Each of these acts is done. */
const answersAll = () => {
  const at = '2026-11-28T08:00:00.000Z'
  fake.operator.answer('freezeUser', () => ({ ok: true, data: { was_cancelled: false, sessions_ended: true } }))
  fake.operator.answer('nameUser', () => ({ ok: true, data: { name: 'Mei Official' } }))
  fake.operator.answer('unfreezeUser', () => ({ ok: true, data: {} }))
  fake.operator.answer('endSessionsOfUser', () => ({ ok: true, data: {} }))
  fake.operator.answer('restoreUser', () => ({ ok: true, data: {} }))
  fake.operator.answer('recoverUser', () => ({ ok: true, data: { sent_at: at, agree_until: null } }))
  fake.operator.answer('stopRecovery', () => ({ ok: true, data: {} }))
  fake.operator.answer('releaseLimits', () => ({ ok: true, data: { user_id: userId } }))
}

describe('the search for a person', () => {
  it('happy: the search redirects to the person’s id, whatever was typed', async () => {
    const landed = await browserAtDesk(fake, ['support']).submit('/desk/people', { user: ' mei@example.com ' })
    expectRedirect(landed, person)
    expect(madeAtDesk(fake, 'showUser')).toEqual([{ user: 'mei@example.com' }])
  })

  it('error: a search without a match says so, and keeps the typed text', async () => {
    fake.operator.answer('showUser', () => nobody)
    fake.operator.answer('findUsers', () => ({ ok: true, data: { users: [], has_more: false } }))
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
    fake.operator.answer('showUser', () => nobody)
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
    fake.operator.answer('showUser', () => nobody)
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
    answersAll()
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
    fake.operator.answer('showUser', () => ({ ok: true, data: fullPerson }))
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
    fake.operator.answer('showUser', () => ({ ok: true, data: fullPerson }))
    expectTexts(await mainAtDesk(fake, person, ['support']), { shown: ['Orchard'], hidden: ['/desk/organisations'] })
  })

  it('happy: the page offers the acts that change the person', async () => {
    const offered = async (state: Parameters<typeof personShown>[0]) => {
      fake.operator.answer('showUser', () => ({ ok: true, data: personShown(state) }))
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
    fake.operator.answer('showUser', () => ({ ok: true, data }))
    expect(await browserAtDesk(fake).mainAt(person)).toContain('&lt;b&gt;x&lt;/b&gt;')
  })

  it('error: an unknown person has no page', async () => {
    fake.operator.answer('showUser', () => nobody)
    const browser = browserAtDesk(fake)
    for (const url of [person, `${person}/freeze`, `${person}/nonsense`, `${person}/constructor`])
      expect((await browser.visit(url)).status).toBe(404)
  })
})

describe('whole addresses', () => {
  beforeEach(() => {
    const whole = personShown({ mobile: '+8613800000001', email: 'mei@example.com' })
    fake.operator.answer('revealUser', () => ({ ok: true, data: whole }))
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
  beforeEach(answersAll)

  it.each(acts)(
    'happy: the act $path makes the call $call, and the person’s page says so',
    async ({ path, call, fields, notice }) => {
      const browser = browserAtDesk(fake, ['support'])
      const main = await browser.mainAt(`${person}/${path}`)
      expectTexts(main, { shown: ['mei_hua', 'm***@example.com', 'name="reason"'] })
      const typed = { ...fields, user_id: 'another', whose: 'another' }
      expectRedirect(await browser.submit(`${person}/${path}`, typed), `${person}?notice=${notice}`)
      const whom = call === 'releaseLimits' ? { whose: userId } : { user_id: userId }
      const alone = call === 'recoverUser' ? { with_second: false } : {}
      expect(madeAtDesk(fake, call)).toEqual([{ ...fields, ...whom, ...alone }])
      expect(await browser.mainAt(`${person}?notice=${notice}`)).toContain('class="notice"')
    },
  )

  it.each(acts.filter(({ call }) => call !== 'nameUser'))(
    'error: the act $path requires a reason, and keeps the typed values',
    async ({ path, call, fields }) => {
      const browser = browserAtDesk(fake)
      for (const typed of ['', ' . ', 'x'.repeat(151)]) {
        const landed = await browser.submit(`${person}/${path}`, { ...fields, reason: typed })
        expect(errorsAt(landed, 'reason')).toHaveLength(1)
        expect(formOf(landed).initialValue).toEqual({ ...fields, reason: typed === '' ? undefined : typed })
      }
      expect(madeAtDesk(fake, call)).toEqual([])
    },
  )

  it('error: a refused name is reported at its field, and the reason goes into the log only', async () => {
    fake.operator.answer('nameUser', () => ({ ok: false, code: 'invalid_input', description: 'No.' }))
    const landed = await browserAtDesk(fake).submit(`${person}/name`, { name: '“Mei”' })
    expect(Object.keys(formOf(landed).error)).toEqual(['name'])
    expect(madeAtDesk(fake, 'nameUser')).toEqual([{ user_id: userId, name: '“Mei”' }])
  })

  it.each([
    ['freeze', 'freezeUser', 'already'],
    ['unfreeze', 'unfreezeUser', 'not_frozen'],
    ['restore', 'restoreUser', 'not_cancelled'],
    ['stop-recovery', 'stopRecovery', 'nothing_pending'],
  ] as const)('error: the second of two clicks at %s redirects to the person', async (path, call, code) => {
    fake.operator.answer(call, () => ({ ok: false, code: code as never, description: 'It is so.' }))
    const landed = await browserAtDesk(fake).submit(`${person}/${path}`, { reason })
    expectRedirect(landed, `${person}?notice=desk_was_so`)
  })

  it('error: a suspension that could not end the sessions says what remains to be done', async () => {
    fake.operator.answer('freezeUser', () => ({ ok: true, data: { was_cancelled: false, sessions_ended: false } }))
    const landed = await browserAtDesk(fake).submit(`${person}/freeze`, { reason })
    expectRedirect(landed, `${person}?notice=desk_person_frozen_only`)
  })

  it.each(['taken', 'own_address', 'not_reached', 'invalid_input'] as const)(
    'error: a refused email for the link (%s) is reported at its field',
    async (code) => {
      fake.operator.answer('recoverUser', () => ({ ok: false, code, description: 'No.' }))
      const landed = await browserAtDesk(fake).submit(`${person}/recover`, { to: 'x@example.com', reason })
      expect(errorsAt(landed, 'to')).toHaveLength(1)
      expect(formOf(landed).initialValue).toEqual({ to: 'x@example.com', reason })
    },
  )

  it('error: a recovery that is already open is named', async () => {
    fake.operator.answer('recoverUser', () => ({ ok: false, code: 'already', description: 'Open.' }))
    const landed = await browserAtDesk(fake).submit(`${person}/recover`, { to: 'x@example.com', reason })
    expectRedirect(landed, `${person}?notice=desk_recovery_is_open`)
  })

  it('security: an act that is blocked for operator accounts says why', async () => {
    fake.operator.answer('freezeUser', () => ({ ok: false, code: 'operator_account' as never, description: 'No.' }))
    const landed = await browserAtDesk(fake, ['support']).submit(`${person}/freeze`, { reason })
    expect([landed.status, errorsAt(landed, '')[0]]).toEqual([422, expect.stringContaining('an operator’s')])
  })
})

describe('who may help people', () => {
  beforeEach(answersAll)

  const wrongScope = 'clients' as const
  itIsForOperators(
    fake,
    [
      ...acts.map(({ path, call, fields }) => ({ url: `${person}/${path}`, call, fields, wrongScope })),
      { url: `${person}/reveal`, call: 'revealUser', fields: {}, wrongScope },
      { url: '/desk/people', call: 'showUser', fields: { user: 'mei' }, wrongScope },
      { url: '/desk/people/limits', call: 'releaseLimits', fields: { ...acts[6].fields, whose: 'x' }, wrongScope },
    ],
    { isForReaders: ['showUser'] },
  )
})
