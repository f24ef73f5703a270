import { describe, expect, it } from 'vitest'
import * as resetCode from '../../app/routes/account-help/password/code/route'
import * as reset from '../../app/routes/account-help/password/route'
import * as restoreConfirm from '../../app/routes/account-help/restore/confirm/route'
import * as signIn from '../../app/routes/login/route'
import { done, refuse } from '../../contract/server'
import { addressPages } from './address-pages'
import { infoOf, signedIn, smsSent, ticket } from './answers'
import { openBrowser, withFakeAccountApi } from './browser'
import { signedInBrowser } from './person'

const fake = withFakeAccountApi()
const pages = addressPages('mobile')
const mobile = { mobile: '13900000002', region: 'CN' }
const code = { code: '123456' }
const bound = done({ mobile: '+86 139****0002', email: null })

/** Flows that begin with a query, up to the answer to their last form. */
const flows = {
  'binding a mobile': async (next: string) => {
    const browser = await signedInBrowser(fake)
    fake.answer('sendCode', smsSent())
    await browser.send(pages.home, `/settings/mobile?${next}`, mobile)
    fake.answer('bindMobile', bound)
    return browser.send(pages.bind, `/settings/mobile/bind?${next}`, code)
  },
  'changing a mobile': async (next: string) => {
    const browser = await signedInBrowser(fake)
    fake.answer('accountInfo', done(infoOf()))
    fake.answer('sendCode', smsSent())
    await browser.send(pages.change, `/settings/mobile/change?${next}`)
    fake.answer('verifyMobile', done({ verify_ticket: ticket }))
    await browser.send(pages.old, `/settings/mobile/change/old?${next}`, { ...code, ...mobile })
    fake.answer('rebindMobile', bound)
    return browser.send(pages.confirm, `/settings/mobile/change/confirm?${next}`, code)
  },
  'resetting a password': async (next: string) => {
    const browser = openBrowser()
    fake.answer('sendCode', smsSent())
    await browser.send(reset, `/account-help/password?${next}`, mobile)
    fake.answer('resetPasswordByMobile', done({ done: true, ...signedIn().data }))
    return browser.send(resetCode, `/account-help/password/code?${next}`, {
      ...code,
      password: 'fourteen calm violins',
    })
  },
  'restoring an account': async (next: string) => {
    const browser = openBrowser()
    const restorable = { ticket, restorable_until: '2026-12-21T12:00:00.000Z', time_zone: null }
    fake.answer('accountLoginV2', refuse('account_cancelled', restorable))
    await browser.send(signIn, `/login?${next}`, { account: 'ann', password: 'x' })
    fake.answer('undoCancellation', signedIn())
    return browser.send(restoreConfirm, `/account-help/restore/confirm?${next}`)
  },
}

const ends = {
  'binding a mobile': '/settings/mobile?notice=mobile_bound',
  'changing a mobile': '/settings/mobile?notice=mobile_changed',
  'resetting a password': '/settings?notice=password_reset',
  'restoring an account': '/settings',
}

describe.each(Object.keys(flows) as (keyof typeof flows)[])('%s', (flow) => {
  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/\t/evil.example', 'javascript:alert(1)'])(
    'security: next=%j does not lead off our site',
    async (next) => {
      const landed = await flows[flow](String(new URLSearchParams({ next })))
      expect(landed).toMatchObject({ status: 303, location: ends[flow] })
    },
  )
})
