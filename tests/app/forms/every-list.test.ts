import { expect, it } from 'vitest'
import type { CallName } from '#contract/calls'
import { actingAs, done, entry, invitationOf, subjectId as sec_subject_uid } from '#tests/app/browser/answers'
import { withFakeAccountApi } from '#tests/app/browser/browser'
import { signedInBrowser } from '#tests/app/browser/person'

const fake = withFakeAccountApi()
const of = `/settings/organisations/${sec_subject_uid}`
const page = { sec_subject_uid, page: 1, page_size: 20 }
const sorted = { sort: 'name', order: 'ascending' }
const [pending, byName, ten] = [
  { ...page, state: 'pending', search: '' },
  { ...page, search: '', ...sorted },
  { page_size: 10 },
]
const [after, long] = ['0'.repeat(32), 'a'.repeat(65)]
const filter = { search: 'B', role_key: 'clerk', is_frozen: 1, sort: 'joined_at', order: 'descending', after: 'k' }

/** The page of a list, its call with an answer, and the inputs that its queries produce. */
const lists: [path: string, call: CallName, answer: unknown, asked: [input: object, queries: string[]][]][] = [
  [
    `${of}/invitations`,
    'listInvitations',
    done({ invitations: [invitationOf()], next: null }),
    [
      [{ ...page, state: 'expired', search: '', after }, [`state=expired&after=${after}`]],
      [{ ...page, search: 'Bo', region: 'CN', after: 'k' }, ['search=%20Bo&after=k']],
      [{ ...page, search: 'Bo', region: 'CN', state: 'declined' }, ['search=Bo&state=declined']],
      [pending, ['', 'state=odd&after=odd']],
    ],
  ],
  [
    `${of}/members`,
    'listIdentities',
    done({ members: [], next: null }),
    [
      [
        { ...page, ...filter, region: 'CN' },
        ['search=%20B&role_key=clerk&is_frozen=1&sort=joined_at&order=descending&after=k'],
      ],
      [byName, ['search=', 'search=%00', 'role_key=<b>', 'is_frozen=2', 'sort=id', "after='", 'after=', 'order=up']],
    ],
  ],
  [
    `${of}/log`,
    'listSubjectLog',
    done({ entries: [], kept_days: 365, time_zone: 'UTC' }),
    [[{ sec_subject_uid, page_size: 20 }, ['kind=nonsense', 'since=', 'actor=%27', "before='", 'kind=__proto__']]],
  ],
  [
    '/settings/activity',
    'listActivity',
    done({ entries: [entry()], kept_days: 90 }),
    [
      [{ page_size: 10, before: '2.cd' }, ['before=2.cd']],
      [{ page_size: 10, after: '2.cd' }, ['after=2.cd']],
      [ten, ['', 'page=3', 'before=', 'before=1', 'before=x.y', 'after=1.%27', `before=1.${long}`]],
    ],
  ],
]

const rows = lists.flatMap(([path, call, answer, asked]) =>
  asked.flatMap(([input, queries]) => queries.map((query) => [path, query, call, answer, input] as const)),
)

it.each(rows)(
  'happy: the list %s?%s sends its values, except the invalid ones',
  async (path, query, call, answer, input) => {
    const browser = await signedInBrowser(fake)
    fake.answers({ subjectInfo: actingAs(), listRoles: done({ roles: [] }) })
    fake.answer(call, answer as never)
    expect((await browser.visit(`${path}?${query}`)).status).toBe(200)
    expect(fake.inputsOf(call)).toEqual([input])
  },
)
