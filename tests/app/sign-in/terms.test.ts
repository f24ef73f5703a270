import { beforeEach, describe, expect } from 'vitest'
import { headerNames } from '#contract/wire/headers'
import { done, infoOf, refuse } from '#tests/app/browser/answers'
import { errorsAt, expectRedirect, expectTexts, withFakeAccountApi, withoutVisit } from '#tests/app/browser/browser'
import { visiting } from '#tests/app/browser/person'
import { withSettings } from '#tests/app/browser/with-settings'
import { brandFile, described } from '#tests/fixtures/brand'
import { ownFolder } from '#tests/fixtures/programs/own-folder'
import { env, readEnv } from '~/runtime/env.server'
import { testOtherWays } from './asked-first'

const fake = withFakeAccountApi()
const it = visiting(fake)
const folder = ownFolder('terms')

const version = '2027-01'
const changes = { en: 'We keep the log for less time.', 'zh-Hans': '日志保存时间更短。' }
const brandWith = (more: object, name: string) =>
  readEnv({
    BRAND: brandFile(folder.path, { ...described, terms: { ...described.terms, version, ...more } }, { name }),
  }).brand
withSettings({ brand: brandWith({ from: '2026-01-31', changes }, 'brand.json') })

const at = '/login/terms'
const page = '/settings/activity'
const refused = () => refuse('terms_due', { version })

let hasAccepted = false

beforeEach(() => {
  hasAccepted = false
  fake.answer('accountInfo', () => done(infoOf({ terms_due: hasAccepted ? null : version })))
  fake.answer('listActivity', ({ headers }) =>
    headers.get(headerNames.shownTerms) === version && !hasAccepted
      ? refused()
      : done({ entries: [], kept_days: 90, time_zone: null }),
  )
  fake.answer('acceptTerms', ({ input }) => {
    if (input.terms_version !== version) return refuse('other_terms', { version })
    hasAccepted = true
    return done({ done: true })
  })
  fake.answer('logout', done({ done: true }))
})

describe('a person with an older version', () => {
  it('happy: the person is led to the page, accepts, and returns', async ({ person }) => {
    const landed = await person.visit(`${page}?a=1`)
    expectRedirect({ ...landed, location: withoutVisit(landed.location) }, `${at}?next=%2Fsettings%2Factivity%3Fa%3D1`)
    const accepted = await person.submit(landed.location ?? '', { version })
    expectRedirect({ ...accepted, location: withoutVisit(accepted.location) }, `${page}?a=1`)
    expect(fake.inputsOf('acceptTerms')).toEqual([{ terms_version: version }])
    expect((await person.visit(page)).status).toBe(200)
  })

  it('happy: the page says in both languages what is new and from when, with links', async ({ person }) => {
    const [english, chinese] = [await person.mainAt(`${at}?lng=en`), await person.mainAt(`${at}?lng=zh-Hans`)]
    expectTexts(english, {
      shown: [
        'New terms of service',
        '<time dateTime="2026-01-31T00:00:00.000Z">31\u00A0January\u00A02026</time>',
        changes.en,
        'href="https://example.com/terms?a=1&amp;b=2" target="_blank"',
        'value="Accept"',
        'value="Decline"',
        'href="/settings/export"',
        'href="/settings/cancel"',
      ],
    })
    expectTexts(chinese, {
      shown: [
        '服务条款有更新',
        '2026年1月31日',
        changes['zh-Hans'],
        'https://example.com/zh/terms',
        '同意"',
        '不同意"',
      ],
    })
  })

  it('happy: a person who declines is signed out, and may copy the data or cancel', async ({ person }) => {
    expectRedirect(await person.submit(at, { version, decline: 'x' }), '/login/terms/declined')
    expect(fake.inputsOf('logout')).toHaveLength(1)
    expect(fake.inputsOf('acceptTerms')).toEqual([])
    expectTexts(await person.mainAt('/login/terms/declined'), {
      shown: ['Nothing was deleted', 'href="/settings/export"', 'href="/settings/cancel"', 'href="/login"'],
    })
    expect((await person.visit('/settings/export')).location).toBe('/login?next=%2Fsettings%2Fexport')
  })

  it('happy: the person can export and cancel before accepting', async ({ person }) => {
    fake.answer('cancelCheck', ({ headers }) =>
      headers.has(headerNames.shownTerms)
        ? refused()
        : done({ blockers: [], subjects: [], losses: [], restorable_until: '2030-01-02T03:04:05Z', time_zone: null }),
    )
    fake.answer('cancelVerifyWay', done({ sms_code_key: 'k'.repeat(22), ways: [] }))
    expect((await person.visit('/settings/cancel')).status).toBe(200)
    expectRedirect(await person.submit('/settings/export'), '/settings/export/file')
  })

  it('error: a version that was replaced meanwhile is refused, and the newer one is needed', async ({ person }) => {
    const landed = await person.submit(at, { version: '2026-12' })
    expect(errorsAt(landed, '')).toEqual(['These terms were replaced by newer ones. Read those, and accept them.'])
    expect((await person.show(at, { fields: { version: '2026-12' } })).main).toContain(
      `name="version" value="${version}"`,
    )
  })

  it('security: a return address on another site is ignored', async ({ person }) => {
    expectRedirect(await person.submit(`${at}?next=https%3A%2F%2Fthief.example`, { version }), '/settings')
    expectRedirect(await person.submit(`${at}?next=%2F%2Fthief.example`, { version }), '/settings')
  })
})

describe('a person who is up to date', () => {
  it('happy: checking the terms costs no page an additional call', async ({ person }) => {
    hasAccepted = true
    const before = fake.received.length
    await person.visit(page)
    expect(fake.received.slice(before).map(({ name }) => name)).toEqual(['listActivity'])
  })
})

testOtherWays(fake, {
  ...{ at, refused, due: 'terms_due', notice: 'terms_sign_in' },
  settle: () => {
    hasAccepted = true
  },
})

it('happy: the list of this browser’s accounts opens, also for an account with older terms', async ({ person }) => {
  expect((await person.visit('/settings/accounts?next=%2Fsettings')).status).toBe(200)
})

describe.each([
  ['without a day', brandWith({ from: undefined, changes: undefined }, 'none.json')],
  ['before the day', brandWith({ from: '2999-12-31' }, 'later.json')],
])('terms %s', (_when, brand) => {
  withSettings({ brand })

  it('happy: without terms in the settings, the page asks nobody', async ({ person }) => {
    expect((await person.visit(page)).status).toBe(200)
    expect(fake.received.filter(({ headers }) => headers.has(headerNames.shownTerms))).toEqual([])
    expectRedirect(await person.visit(at), '/settings')
  })
})

describe('an account API without the call', () => {
  withSettings({ accountApi: { ...env().accountApi, paths: { acceptTerms: null } } })

  it('happy: without terms in the settings, the account API gets no version', async ({ person }) => {
    expect((await person.visit(page)).status).toBe(200)
  })
})
