import { describe, expect, it } from 'vitest'
import { done, refuse } from '../../contract/server'
import { signedIn, smsSent, ticket } from './answers'
import { expectRedirect, openBrowser, withFakeAccountApi } from './browser'
import { signedInBrowser } from './person'

const fake = withFakeAccountApi()
const mobile = { mobile: '13900000002', region: 'CN' }
const code = { code: '123456' }
const bound = done({ mobile: '+86 139****0002', email: null })

/** Flows that begin with a query, up to the answer to their last form. */
const flows = {
  'binding a mobile': async (next: string) => {
    const browser = await signedInBrowser(fake)
    fake.answer('sendCode', smsSent())
    await browser.submit(`/settings/mobile?${next}`, mobile)
    fake.answer('bindMobile', bound)
    return browser.submit(`/settings/mobile/bind?${next}`, code)
  },
  'resetting a password': async (next: string) => {
    const browser = openBrowser()
    fake.answer('sendCode', smsSent())
    await browser.submit(`/account-help/password?${next}`, mobile)
    fake.answer('resetPasswordByMobile', done({ done: true, ...signedIn().data }))
    return browser.submit(`/account-help/password/code?${next}`, { ...code, password: 'fourteen calm violins' })
  },
  'restoring an account': async (next: string) => {
    const browser = openBrowser()
    const restorable = { ticket, restorable_until: '2026-12-21T12:00:00.000Z', time_zone: null }
    fake.answer('accountLoginV2', refuse('account_cancelled', restorable))
    await browser.submit(`/login?${next}`, { account: 'ann', password: 'x' })
    fake.answer('undoCancellation', signedIn())
    return browser.submit(`/account-help/restore/confirm?${next}`)
  },
}

const ends = {
  'binding a mobile': '/settings/mobile?notice=mobile_bound',
  'resetting a password': '/settings?notice=password_reset',
  'restoring an account': '/settings',
}

describe.each(Object.keys(flows) as (keyof typeof flows)[])('%s', (flow) => {
  it('happy: leads to the return address that it began with', async () => {
    expect(await flows[flow]('next=/settings/x')).toMatchObject({ status: 303, location: '/settings/x' })
  })

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/\t/evil.example', 'javascript:alert(1)'])(
    'security: next=%j does not lead off our site',
    async (next) => {
      expectRedirect(await flows[flow](String(new URLSearchParams({ next }))), ends[flow])
    },
  )
})
