import { describe, expect, it } from 'vitest'
import { refuse, signedIn, ticket } from '#tests/app/browser/answers'
import { expectRedirect, openBrowser } from '#tests/app/browser/browser'
import { signedInBrowser } from '#tests/app/browser/person'
import { withPlainAccountApi } from './plain-answers'

const fake = withPlainAccountApi()

describe('restoring a cancelled account without undoCancellation', () => {
  const restorable_until = new Date(Date.now() + 86_400_000).toISOString()
  const restoring = async () => {
    const browser = openBrowser()
    fake.answer('accountLoginV2', refuse('account_cancelled', { restorable_until, time_zone: null, ticket }))
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

  it('error: an expired ticket redirects to the page for expired tickets', async () => {
    const { browser } = await restoring()
    fake.answer('smsLoginContinue', refuse('ticket_refused', {}))
    expect((await browser.submit(confirm)).location).toMatch(/^\/account-help\/restore\?.*notice=flow_expired/)
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
})
