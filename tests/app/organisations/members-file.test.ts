import { describe, expect, it } from 'vitest'
import { done, refuse, subjectId as sec_subject_uid } from '#tests/app/browser/answers'
import { withFakeAccountApi } from '#tests/app/browser/browser'
import { loader } from '~/routes/settings/organisations/$subject/members/file/route'
import { withActing } from './acting'
import { idOf, memberCalled } from './answers'

const fake = withFakeAccountApi()
const browser = withActing(fake, ['member.read'])
const path = `/settings/organisations/${sec_subject_uid}/members`
const at = '2030-01-02T03:04:05.000Z'

const list = (all: ReturnType<typeof memberCalled>[], next: string | null = null) =>
  fake.answer('listIdentities', done({ members: all, next }))

const fileOf = (query = '') => browser.visit(`${path}/file${query}`)

/** The answer itself, whose body is read part by part. */
const answered = () =>
  loader({ request: browser.requestFor(`${path}/file`), context: {}, params: { subject: sec_subject_uid } } as never)

describe('the file of members', () => {
  it('happy: the file has a byte order mark, a line of names, and a line for each member that the filter finds', async () => {
    const roles = [{ role_key: 'administrator', role_name: '', is_banned: 0 }]
    list([
      memberCalled('Bo', { roles, address: 'bo@example.com', active_on: '2030-02-03' }),
      memberCalled('Ann', { is_manager: true }),
      memberCalled('cy', { is_frozen: 1, address: '+86 138****0001' }),
    ])
    const { data, headers } = await fileOf('?role_key=desk&is_frozen=1&sort=joined_at&order=descending&after=k')
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toBe('attachment; filename="members.csv"')
    expect(headers.get('cache-control')).toBe('no-store')
    const text = String(data)
    expect(text.charCodeAt(0)).toBe(0xfeff)
    expect(text.slice(1).split('\r\n')).toEqual([
      '"Name","Mobile or email","Roles","Joined (UTC)","Last active (UTC day)","State","ID of the member"',
      `"Bo","bo@example.com","Administrator","${at}","2030-02-03","Active","${idOf('B')}"`,
      `"Ann","","Manager","${at}","","Active","${idOf('A')}"`,
      `"cy","","Member","${at}","","Suspended","${idOf('c')}"`,
      '',
    ])
    const filter = { role_key: 'desk', is_frozen: 1, sort: 'joined_at', order: 'descending', search: '' }
    expect(fake.inputsOf('listIdentities')).toEqual([{ sec_subject_uid, page: 1, page_size: 100, ...filter }])
  })

  it('happy: a number is searched in the region of the visitor, as on the page', async () => {
    list([memberCalled('Bo')])
    await fileOf('?search=138%200000%200001')
    expect(fake.inputsOf('listIdentities')).toMatchObject([{ search: '138 0000 0001', region: 'CN' }])
  })

  it('happy: the file continues from key to key, and ends with a note after 10,000 members', async () => {
    let pages = 0
    fake.answer('listIdentities', () => {
      pages += 1
      return done({ members: Array.from({ length: 100 }, () => memberCalled('Bo')), next: `k${pages}` })
    })
    const lines = String((await fileOf()).data)
      .trim()
      .split('\r\n')
    expect(pages).toBe(100)
    expect(fake.inputsOf('listIdentities')[99]).toMatchObject({ after: 'k99' })
    expect(lines).toHaveLength(1 + 10_000 + 1)
    expect(lines.at(-1)).toContain('Only the first 10000 members are here')
  })

  it('happy: the server reads only as much as the reader receives, and stops when the reader disconnects', async () => {
    list([memberCalled('Bo')], 'k')
    const { body } = await answered()
    const reader = body?.getReader()
    await reader?.read()
    await reader?.read()
    expect(fake.inputsOf('listIdentities')).toHaveLength(1)
    await reader?.read()
    await reader?.cancel()
    expect(fake.inputsOf('listIdentities')).toHaveLength(2)
  })

  it('error: a failure before the first line is a page, and a later failure breaks the file off', async () => {
    fake.answer('listIdentities', refuse('too_many_requests', { retry_after: 30 }))
    expect((await fileOf()).status).toBe(429)
    let asked = 0
    fake.answer('listIdentities', () => {
      asked += 1
      return asked === 1 ? done({ members: [memberCalled('Bo')], next: 'k' }) : refuse('no_such_role', {})
    })
    const answer = await answered()
    expect(answer.status).toBe(200)
    await expect(answer.text()).rejects.toThrow()
  })

  it('security: no spreadsheet treats a name as a formula', async () => {
    list([memberCalled('=HYPERLINK("http://evil.example")', { identity_id: idOf('e') })])
    expect(String((await fileOf()).data)).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
  })
})
