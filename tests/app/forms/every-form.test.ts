import { describe, expect, it } from 'vitest'
import { allCalls, type CallName } from '#contract/calls'
import { actingAs, done, entry, invitationOf, refuse, subjectId as sec_subject_uid } from '#tests/app/browser/answers'
import { formOf, openBrowser, refusedAt, withFakeAccountApi, withoutVisit } from '#tests/app/browser/browser'
import { signedInBrowser } from '#tests/app/browser/person'
import { browserAt, formCases, formsWithoutCall, named } from './form-cases'

const fake = withFakeAccountApi()

const ofAccount = formCases.filter(({ url }) => url.startsWith('/settings'))
const codeIn = (fields: object) => ('code' in fields ? 'code' : 'authenticator_code')
const codeForms = formCases.filter(({ fields }) => codeIn(fields) in fields)

/** The names of the calls that changed something, or could have. */
const changes = () => {
  const posts = new Set<string>(allCalls.flatMap(({ name, method }) => (method === 'POST' ? name : [])))
  return fake.received.map(({ name }) => name).filter((name) => posts.has(name) && name !== 'accountLoginV2')
}

it.each(named([...formCases, ...formsWithoutCall]))(
  'security: the form at %s needs its token (%s)',
  async (url, _, formCase) => {
    const browser = await browserAt(fake, formCase)
    for (const token of [openBrowser().formToken(), '']) {
      const landed = await browser.submit(url, formCase.fields, { token })
      // A resend redirects to the code page, which says so.
      expect(landed.status).toBe('resend_code' in formCase.fields ? 303 : 403)
    }
    expect(changes()).toEqual([])
  },
)

it.each(named(formCases.filter(({ begin, url }) => begin && url !== '/login/quick')))(
  'security: the form at %s is ignored without its flow (%s)',
  async (url, _, { fields }) => {
    const browser = url.startsWith('/settings') ? await signedInBrowser(fake) : openBrowser()
    const landed = await browser.submit(url, { ...fields, ticket: 'somebody-elses-ticket' })
    expect(landed.status).toBe(303)
    expect(landed.location).not.toContain(url)
    expect(changes()).toEqual([])
  },
)

/** Fields that no form may set: the account API knows them, or an earlier step has proven them. */
const others = {
  ticket: 'somebody-elses-ticket',
  verify_ticket: 'somebody-elses-ticket',
  cancel_ticket: 'somebody-elses-ticket',
  user_id: '7',
  account_type: '1',
  unbind_exist: '1',
  sec_subject_uid: 'e'.repeat(22),
}
const otherAddress = { mobile: '139 0000 0003', region: 'CN', email: 'eve@example.com' }

/** Forms with such their own field: contacts of an organisation, whom one agrees for, a proof at a provider. */
const withSuch: CallName[] = ['createSubject', 'updateSubject', 'openWebAuth', 'cancelVerifyWay']

const wide = (text: string) =>
  text.replace(/[\w@.]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + (sign === '_' ? 0 : 0xfee0)))
const around = (text: string) => `\u200e${text}\u3000`

/** Other spellings of what people type, and do not choose: addresses and codes in full width, and names with what comes with pasted text. */
const spellings: Record<string, (text: string) => string> = {
  ...{ mobile: wide, email: wide, account: wide, workplace_id: wide, domain: wide },
  ...{ code: wide, email_code: wide, authenticator_code: wide, user_code: wide, letters: wide },
  ...{ birthday_day: wide, birthday_month: wide, birthday_year: wide, username: wide },
  ...{ deputy_name: around, subject_name: around, role_name: around, passkey_name: around, name: around },
}
const spelled = (fields: Record<string, string | File>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [
      name,
      typeof text === 'string' ? (spellings[name]?.(text) ?? text) : text,
    ]),
  )

it.each(named(formCases))(
  'security: in a form at %s, extra fields are not sent to %s, and other spellings send the same',
  async (url, call, formCase) => {
    const { fields } = formCase
    const browser = await browserAt(fake, formCase)
    fake.answer(call, refuse('too_many_requests', { retry_after: 30 }) as never)
    await browser.submit(url, fields)
    const more = 'mobile' in fields || 'email' in fields ? others : { ...others, ...otherAddress }
    await browser.submit(url, {
      ...(!withSuch.includes(call) && more),
      ...(call === 'quickLogin' ? fields : spelled(fields)),
    })
    const [alone, beside] = fake.inputsOf(call).slice(-2)
    expect(alone).toBeDefined()
    expect(beside).toEqual(alone)
  },
)

describe('a form of the account', () => {
  it.each(named(ofAccount))('error: at %s, an ended session (%s) leads to the sign-in', async (url, call, formCase) => {
    const browser = await browserAt(fake, formCase)
    fake.answer(call, refuse('not_signed_in', {}))
    const landed = await browser.submit(url, formCase.fields)
    const query = new URLSearchParams({ next: url, notice: 'sign_in_again' })
    expect([landed.status, withoutVisit(landed.location)]).toEqual([303, `/login?${query}`])
  })

  it.each(named(ofAccount.filter(({ begin }) => begin)))(
    'security: at %s, an account that signs in meanwhile does not take over the flow (%s)',
    async (url, call, formCase) => {
      const browser = await browserAt(fake, formCase)
      await browser.submit('/login', { account: 'eve', password: 'x' })
      const landed = await browser.submit(url, formCase.fields)
      expect(landed.location).toMatch(/\?notice=flow_expired$/)
      expect(landed.location).not.toContain(url)
      expect(fake.inputsOf(call)).toEqual([])
    },
  )
})

describe('a code', () => {
  it.each(named(codeForms))('error: a wrong code at %s (%s) is reported at its field', async (url, call, formCase) => {
    const { fields } = formCase
    const browser = await browserAt(fake, formCase)
    fake.answer(call, refuse('code_wrong', { field: codeIn(fields), tries_left: 3 }))
    const landed = await browser.submit(url, fields)
    expect(refusedAt(landed, codeIn(fields))[0]).toContain('3\u00A0tries left')
    expect(JSON.stringify(landed.data)).not.toContain('123456')
    const { code: _code, authenticator_code: _ofApp, password: _secret, ...others } = fields
    expect(formOf(landed).initialValue ?? {}).toEqual(others)
    // The code can be typed again.
    expect((await browser.submit(url, fields)).status).toBe(422)
  })

  it.each(named(codeForms))('error: an invalid code at %s makes no call of %s', async (url, call, formCase) => {
    const browser = await browserAt(fake, formCase)
    const name = codeIn(formCase.fields)
    expect(refusedAt(await browser.submit(url, { ...formCase.fields, [name]: 'abc' }), name)).toHaveLength(1)
    expect(fake.inputsOf(call)).toEqual([])
  })
})

describe.each([
  ['mobile', { mobile: '139', region: 'CN' }],
  ['email', { email: 'bob@' }],
])('a wrong %s', (kind, wrong) => {
  it.each(named(formCases.filter(({ fields }) => kind in fields)))(
    'error: a wrong value at %s comes back at its field, and %s is not called',
    async (url, call, formCase) => {
      const browser = await browserAt(fake, formCase)
      const fields = { ...formCase.fields, ...wrong }
      const landed = await browser.submit(url, fields)
      expect(refusedAt(landed, kind)).toHaveLength(1)
      const texts = Object.entries(fields).filter(([name, text]) => name !== 'password' && text !== '')
      expect(formOf(landed).initialValue).toMatchObject(Object.fromEntries(texts))
      expect(fake.inputsOf(call)).toEqual([])
    },
  )
})

const takeTicket: CallName[] = [
  'bindLogin',
  'cancelConfirm',
  'changePassword',
  'completeSignIn',
  'confirmSignIn',
  'emailLoginContinue',
  'sendConfirmationCode',
  'sendSecondCode',
  'smsLoginContinue',
  'startTransfer',
  'unbindUnusableMobile',
  'undoCancellation',
  'verifySecond',
]

it.each(named(formCases.filter(({ call, begin }) => begin && takeTicket.includes(call))))(
  'error: at %s, a ticket that %s refuses redirects to the start, which says so',
  async (url, call, formCase) => {
    const browser = await browserAt(fake, formCase)
    fake.answer(call, refuse('ticket_refused', {}))
    const { location } = await browser.submit(url, formCase.fields)
    expect(location).toMatch(/\?notice=flow_expired$/)
    expect(location).not.toContain(url)
  },
)

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
