import { expect, it } from 'vitest'
import { closedWithout, isClosed } from '../../../app/navigation/open-pages/pages-of-calls'
import type { CallName } from '../../../contract/calls'
import { openBrowser } from '../browser/browser'
import { plainMap, plainPerson, withPlainUpstream } from './plain-browser'

/** Calls of the specification whose flows have pages of their own. */
const gone: CallName[] = [
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
const paths = { ...plainMap(), ...Object.fromEntries(gone.map((name) => [name, null])) }
const closed = closedWithout((name) => paths[name] === null)
const plain = withPlainUpstream({}, { paths })

/** The paths on this site that a page links to or sends forms to. */
const leadsTo = (html: string): string[] =>
  [...html.matchAll(/<(?:a|form)\s[^>]*?(?:href|action)="(\/[^"?#]*)/g)].map(([, each = '']) => each)

it('happy: no page leads to a page whose flow lacks its calls', async () => {
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
    roles: [],
    invitations: [],
  })
  const pages: [typeof browser, string[]][] = [
    [openBrowser(), ['/', '/login', '/login/register', '/account-help', '/account-help/no-code']],
    [
      browser,
      [
        '',
        '/mobile',
        '/email',
        '/password',
        '/profile',
        '/organisations',
        '/organisations/o1',
        '/organisations/o1/members',
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
