import { expect, it } from 'vitest'
import type { CallName } from '#contract/calls'
import { type Permission, permissionNames } from '#contract/terms/permissions'
import { done, refuse, subjectId } from '#tests/app/browser/answers'
import { type Fields, formOf, refusedAt, withFakeAccountApi } from '#tests/app/browser/browser'
import { actingBrowser } from './acting'

const fake = withFakeAccountApi()
const id = 'M'.repeat(22)
const pageOf = (below: string) =>
  /^\/(settings|login)\//.test(below) ? below : `/settings/organisations/${subjectId}${below}`
const containing = (text: string): unknown => expect.stringContaining(text)

/** What a page needs, and the pages that do. */
const guarded: [Permission, string[]][] = [
  ['invitation.read', ['/invitations']],
  ['invitation.send', ['/invitations/new', '/invitations/many', '/requests']],
  ['log.read', ['/log', '/log/file']],
  ['role.read', ['/roles', `/members/role?member=${id}`]],
  ['role.assign', [`/members/role?member=${id}`]],
  ['member.read', ['/members', '/members/file', `/members/role?member=${id}`]],
  ['organisation.update', ['/details', '/logo']],
  ['member.create', ['/members/new', '/members/waiting']],
  ['member.remove', [`/members/selected?remove=1&member=${id}`]],
  ['member.freeze', ['freeze', 'unfreeze'].map((act) => `/members/selected?${act}=1&member=${id}`)],
  ['domain.manage', ['/domains', '/domains/school.example']],
  [
    'application.manage',
    ['', '/new', ...['', '/change', '/icon', '/secret', '/disable', '/remove'].map((page) => `/ledger${page}`)].map(
      (page) => `/applications${page}`,
    ),
  ],
]

it.each(guarded.flatMap(([needed, pages]) => pages.map((page) => [needed, page] as const)))(
  'security: a person with every permission except %s cannot open %s',
  async (needed, page) => {
    const others = permissionNames.filter((name) => name !== needed)
    expect((await (await actingBrowser(fake, others)).visit(pageOf(page))).status).toBe(403)
    expect(fake.received.map(({ name }) => name)).toEqual(['accountLoginV2', 'subjectInfo'])
  },
)

const gone: [string, CallName, unknown][] = [
  [`/invitations/${id}`, 'invitationInfo', refuse('no_such_invitation', {})],
  [`/invitations/batches/${id}`, 'invitationBatch', refuse('no_such_batch', {})],
  [`/invitations/batches/${id}/file`, 'invitationBatch', refuse('no_such_batch', {})],
  [`/members/${id}`, 'memberInfo', refuse('no_such_identity', {})],
  [`/members/${id}/roles`, 'listUserRoles', refuse('no_such_identity', {})],
  ['/roles/elsewhere', 'listRoles', done({ roles: [] })],
  ['/domains/school.example', 'listDomains', done({ domains: [] })],
  ...['', '/change', '/icon', '/secret', '/disable', '/remove'].map((page): [string, CallName, unknown] => [
    `/applications/ledger${page}`,
    'subjectClientInfo',
    refuse('no_client_of_subject', {}),
  ]),
]

it.each(gone)('security: the page %s of another organisation is not found', async (page, call, answer) => {
  const browser = await actingBrowser(fake)
  fake.answer(call, answer as never)
  expect((await browser.visit(pageOf(page))).status).toBe(404)
})

const [any, tooLong, wrongForm] = [
  expect.any(String) as unknown,
  'x'.repeat(10_000),
  'Enter a work email, a mobile number with its country code, or a user ID',
]
const application = {
  name: 'Ledger',
  redirect_uris: 'https://ledger.example/back',
  post_logout_uris: '',
  logout_url: '',
  scopes: 'email',
  kind: 'public',
}
const offer = { deputy_name: 'Bo', note: '', role_key: '', days: '7' }
const list = { region: 'CN', role_key: 'clerk', note: '', days: '14', addresses: '' }
const csv = (content: string | Uint8Array<ArrayBuffer>) => new File([content], 'people.csv')
const members = (act: string, member: string): Fields => ({ act, member })

/** Typed values that stay in a returned form. */
const textsIn = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => typeof value === 'string' && value !== ''))

type Odd = [page: string, field: string, typed: Fields, text: unknown]

const inviteBy = (channel: string) => `/invitations/new?by=${channel}`
const [many, newApplication] = ['/invitations/many', '/applications/new']

/** Text in another encoding, a picture, and text with NUL. */
const noText = [
  new Uint8Array([0xc0, 0xee, 0xb2, 0xa9]),
  new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]),
  'bo@example.com\0',
]

/** The typed values, the field with the error, and the text of the error. */
const odd: Odd[] = [
  [inviteBy('link'), 'places', {}, any],
  ...['0', '1001', 'many'].map((places): Odd => [inviteBy('link'), 'places', { places }, any]),
  [inviteBy('link'), 'note', { places: '2', note: 'x'.repeat(301) }, any],
  [inviteBy('email'), 'deputy_name', { email: 'bo@example.com', deputy_name: 'x'.repeat(61) }, any],
  [inviteBy('email'), 'days', { email: 'bo@example.com', days: '365' }, any],
  ...[
    ['', 'Enter a work email, a mobile number or a user ID'],
    ['138 0000 0001', wrongForm],
    ['<b>bo</b>', wrongForm],
    ['bo@', wrongForm],
    [tooLong, 'What you entered is too long for an email, a mobile number or a user ID'],
  ].map(([workplace_id = '', text]): Odd => [inviteBy('workplace'), 'workplace_id', { ...offer, workplace_id }, text]),
  [many, 'addresses', list, any],
  [many, 'file', { ...list, addresses: 'bo@example.com', file: csv('x') }, any],
  [many, 'addresses', { ...list, addresses: 'bo@example.com\u0000' }, any],
  [many, 'addresses', { ...list, addresses: 'x'.repeat(256 * 1024 + 1) }, any],
  [many, 'file', { ...list, file: csv('x'.repeat(2 * 1024 * 1024 + 1)) }, any],
  ...noText.map((content): Odd => [many, '', { ...list, file: csv(content) }, any]),
  [newApplication, 'name', { ...application, name: '' }, containing('Enter a name')],
  [newApplication, 'name', { ...application, name: 'x'.repeat(61) }, containing('at most 60\u00A0characters')],
  [newApplication, 'redirect_uris', { ...application, redirect_uris: 'https://a\u0000' }, containing('character')],
  [newApplication, 'kind', { ...application, kind: '' }, containing('can keep a secret')],
  ['/applications/ledger/icon', 'pic', {}, 'Choose a picture first'],
  ['/roles/new', 'role_name', { role_name: ' ' }, 'Enter a name for the role'],
  ['/roles/new', 'role_name', { role_name: tooLong }, containing('at most 60\u00A0characters')],
  ['/roles/new', 'description', { role_name: 'n', description: 'd'.repeat(301) }, containing('at most 300\u00A0char')],
  ['/roles/new', 'permissions', { role_name: 'n', permissions: 'manager' }, containing('Something here is not right')],
  ['/roles/desk/disable', 'is_banned', { is_banned: 'x' }, any],
  [`/members/${id}`, 'deputy_name', { deputy_name: '' }, 'Enter a name'],
  [`/members/${id}`, 'deputy_name', { deputy_name: tooLong }, 'Enter a name of at most 60\u00A0characters'],
  [`/members/${id}`, 'deputy_name', { deputy_name: 'a\u0007b' }, containing('cannot be seen')],
  ['/members/new', 'deputy_name', { region: 'CN', mobile: '138 0013 8000', deputy_name: '' }, 'Enter a name'],
  ['/members/selected', 'act', members('erase', id), any],
  ['/members/selected', 'member', members('remove', "' or 1"), any],
  ['/members/waiting', 'member', { member: "' or 1", cancel: 'x' }, any],
  ['/login/register/organisation', 'subject_name', { subject_name: '  ', by: 'mobile' }, any],
  ['/login/register/organisation', 'subject_name', { subject_name: 'x'.repeat(101), by: 'mobile' }, any],
  ['/login/register/organisation', 'deputy_name', { subject_name: 'Orchard', by: 'mobile' }, 'Enter your name'],
  ...['subject_name', 'deputy_name'].map((field): Odd => {
    const typed = { subject_name: 'Orchard', deputy_name: 'Ann', by: 'mobile', [field]: '官方客服 2027' }
    return ['/login/register/organisation', field, typed, containing('the operator of this site')]
  }),
  ['/settings/organisations/new', 'deputy_name', { subject_name: 'Orchard', deputy_name: ' ' }, 'Enter your name'],
  ['/login/register/organisation', 'by', { subject_name: 'Orchard', deputy_name: 'Ann' }, any],
  ['/login/register/organisation', 'by', { subject_name: 'Orchard', deputy_name: 'Ann', by: 'pigeon' }, any],
  ...['', 'nonsense', `../../x.${id}`].map((identity): Odd => ['/login/organisation', 'identity', { identity }, any]),
  ...['school.example/x', 'ann@school.example', 'school.example:25', 'school', '', 'a b.example'].map(
    (domain): Odd => ['/domains', 'domain', { domain }, any],
  ),
]

it.each(odd)('error: at %s, an invalid %s comes back with its error (%#)', async (page, field, fields, text) => {
  const browser = await actingBrowser(fake)
  fake.answer('listDomains', done({ domains: [] }))
  const landed = await browser.submit(pageOf(page), fields)
  expect(refusedAt(landed, field)).toEqual([text])
  expect(formOf(landed).initialValue).toMatchObject(textsIn(fields))
  const changes = fake.received.map(({ name }) => name).filter((name) => !/^list|subjectInfo|accountLoginV2/.test(name))
  expect(changes).toEqual([])
})
