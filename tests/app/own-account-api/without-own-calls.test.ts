import { describe, expect, it } from 'vitest'
import { done, refuse, signedIn, subjectId, ticket } from '#tests/app/browser/answers'
import { expectRedirect, openBrowser } from '#tests/app/browser/browser'
import { signedInBrowser } from '#tests/app/browser/person'
import { plainPaths as paths, withPlainAccountApi } from './plain-answers'

const fake = withPlainAccountApi()

/** The calls that were made, of those that the account API does not have. */
const absentMade = (): string[] => fake.received.map(({ name }) => name).filter((name) => paths[name] === null)

describe('restoring a cancelled account without undoCancellation', () => {
  const restorable_until = new Date(Date.now() + 86_400_000).toISOString()
  const restoring = async (data: Record<string, unknown> = { ticket }) => {
    const browser = openBrowser()
    fake.answer('accountLoginV2', refuse('account_cancelled', { restorable_until, time_zone: null, ...data }))
    return { browser, landed: await browser.submit('/login?next=/settings/x', { account: 'ann', password: 'x' }) }
  }
  const confirm = '/account-help/restore/confirm'

  it('happy: the sign-in continues with its ticket, and redirects to the return address', async () => {
    const { browser, landed } = await restoring()
    expect(landed.location).toBe(`${confirm}?next=%2Fsettings%2Fx`)
    fake.answer('smsLoginContinue', signedIn())
    expectRedirect(await browser.submit(confirm), '/settings/x')
    expect(fake.inputsOf('smsLoginContinue')).toEqual([{ ticket }])
  })

  it('error: without a ticket, the page says how an account is restored', async () => {
    const { landed } = await restoring({ ticket: undefined })
    expect(landed.location).toBe('/account-help/restore?next=%2Fsettings%2Fx')
  })

  it('error: an expired ticket redirects to that page', async () => {
    const { browser } = await restoring()
    fake.answer('smsLoginContinue', refuse('ticket_refused', {}))
    expect((await browser.submit(confirm)).location).toMatch(/^\/account-help\/restore\?.*notice=flow_expired/)
  })

  it('security: a browser that has not signed in restores nothing', async () => {
    await restoring()
    expect((await openBrowser().submit(confirm)).location).toMatch(/^\/account-help\/restore/)
    expect(fake.inputsOf('smsLoginContinue')).toEqual([])
  })
})

describe('forms that are sent although their page is closed', () => {
  it.each([
    ['/settings/accounts', { session_id: 's1' }],
    ['/settings/accounts', { device_id: 'd1' }],
    ['/settings/export', { export: '1' }],
    ['/account-help/not-me', { ticket, password: 'x' }],
    [`/login/share?share_ticket=${ticket}`, {}],
  ])('security: a form for %s gets 404, and no call is made', async (page, fields) => {
    const browser = await signedInBrowser(fake)
    fake.received.length = 0
    expect((await browser.submit(page, fields)).status).toBe(404)
    expect(fake.received.map(({ name }) => name)).toEqual([])
  })

  it('security: a tick to be remembered that no page offers is not sent', async () => {
    const browser = openBrowser()
    fake.answer('accountLoginV2', signedIn())
    await browser.submit('/login', { account: 'ann', password: 'x', remember: '1' })
    expect(absentMade()).toEqual([])
  })
})

describe('an organisation of other people', () => {
  it('security: the id of the organisation opens none of its pages', async () => {
    const browser = await signedInBrowser(fake)
    fake.answer('listSubjects', done({ subjects: [], has_more: false }))
    for (const page of ['', '/members', '/roles', '/details'])
      expect((await browser.show(`/settings/organisations/${subjectId}${page}`)).status, page).toBe(404)
    expect(absentMade()).toEqual([])
  })
})
