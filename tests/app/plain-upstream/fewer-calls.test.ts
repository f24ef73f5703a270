import { afterEach, expect, it } from 'vitest'
import type { CallName } from '#contract/calls'
import { leadsTo, openBrowser } from '#tests/app/browser/browser'
import { closedWithout, isClosed } from '~/navigation/open-pages/pages-of-calls'
import { env } from '~/runtime/env.server'
import { plainMap, plainPerson, withPlainUpstream } from './plain-browser'

/** Calls of the specification that have flows with their own pages. */
const gone: CallName[] = [
  'registerByMobile',
  'resetPasswordByMobile',
  'updatePassword',
  'createRole',
  'updateRole',
  'banRole',
  'smsLoginOnly',
  'emailCodeLogin',
  'emailLogin',
  'registerByEmail',
  'registerByMobileAndEmail',
  'resetPasswordByEmail',
  'unbindUnusableMobile',
  'getQrcode',
  'getChangeBindQrcode',
  'openQrGet',
  'openSmsAuth',
  'bindVerifyInfo',
  'cancelConfirm',
  'uploadAvatar',
  'uploadPicture',
  'changePassword',
  'unbindPlatform',
  'rebindMobile',
  'rebindEmail',
  'listInvitations',
  'transferManager',
  'freezeSubject',
  'updateSubject',
  'createUserWithRole',
]
const without = (calls: CallName[]) => ({ ...plainMap(), ...Object.fromEntries(calls.map((name) => [name, null])) })
const paths = without(gone)
const closed = closedWithout((name) => paths[name] === null)
const plain = withPlainUpstream({}, { paths })
afterEach(() => Object.assign(env().accountApi, { paths }))

it('happy: no page links to a page whose flow lacks its calls', async () => {
  const browser = await plainPerson(plain)
  const { id } = plain.state.accounts[0] ?? { id: '' }
  plain.state.subjects.push({
    subject_uid: 's1',
    sec_subject_uid: 'o1',
    subject_name: 'Orchard',
    base_infos: {},
    is_frozen: 0,
    manager: id,
    members: new Map([[id, { identity_id: 'i1', deputy_name: 'Ann', is_frozen: 0, roles: [] }]]),
    roles: [{ role_key: 'r1', role_name: 'Picker', permissions: [], description: '' }],
    invitations: [],
  })
  const pages: [typeof browser, string[]][] = [
    [openBrowser(), ['/', '/login', '/account-help', '/account-help/no-code']],
    [
      browser,
      [
        '',
        '/mobile',
        '/email',
        '/profile',
        '/organisations',
        '/organisations/o1',
        '/organisations/o1/members',
        '/organisations/o1/roles',
        '/organisations/o1/roles/r1',
      ].map((page) => `/settings${page}`),
    ],
  ]
  const misled: string[] = []
  for (const [visitor, paths] of pages)
    for (const page of paths) {
      const { html, status } = await visitor.show(page)
      expect(status, page).toBe(200)
      for (const link of leadsTo(html)) if (isClosed(link, closed)) misled.push(`${page} → ${link}`)
    }
  expect(misled).toEqual([])
})

const others = {
  '/login': ['accountLoginV2', '/login/sms'],
  '/passport/wap/login': ['accountLoginV2', '/login/sms'],
  '/login/register': ['registerByMobile', '/login/register/email'],
  '/account-help/password': ['resetPasswordByMobile', '/account-help/password/email'],
} as const

it.each(Object.entries(others))('happy: %s links to another method if its call is missing', async (page, ways) => {
  const [call, instead] = ways
  Object.assign(env().accountApi, { paths: without([call, 'registerByMobileAndEmail']) })
  const browser = openBrowser()
  expect(await browser.show(`${page}?next=%2Fsettings%2Fmobile`)).toMatchObject({
    status: 303,
    location: `${instead}?next=%2Fsettings%2Fmobile`,
  })
  const { html, status } = await browser.show(instead)
  expect(status).toBe(200)
  expect(leadsTo(html.slice(html.indexOf('<main'))).filter((link) => link === page)).toEqual([])
  expect((await browser.submit(page, { account: 'ann', mobile: '13800000001', region: 'CN' })).status).toBe(404)
})

it('error: if no other method exists, the page says that the method is not offered', async () => {
  const ways: CallName[] = ['smsLoginOnly', 'emailCodeLogin', 'emailLogin', 'getQrcode', 'startPasskeySignIn']
  const first: CallName[] = ['accountLoginV2', 'registerByMobile', 'resetPasswordByMobile', 'accountInfo']
  const second: CallName[] = ['registerByEmail', 'registerByMobileAndEmail', 'resetPasswordByEmail']
  Object.assign(env().accountApi, { paths: plainMap() })
  const person = await plainPerson(plain)
  Object.assign(env().accountApi, { paths: without([...ways, ...first, ...second]) })
  for (const page of [...Object.keys(others), '/settings', '/settings/mobile']) {
    const { main, status } = await (page.startsWith('/settings') ? person : openBrowser()).show(page)
    expect(status, page).toBe(404)
    expect(main, page).toContain('This is not offered here')
  }
  expect(leadsTo((await openBrowser().show('/')).html)).not.toContain('/login/register')
})
