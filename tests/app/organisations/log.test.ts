import { describe, expect, it } from 'vitest'
import { done, subjectId as sec_subject_uid } from '#tests/app/browser/answers'
import { expectTexts, withFakeAccountApi } from '#tests/app/browser/browser'
import { cell } from '~/features/organisations/csv'
import { translator } from '~/i18n/texts'
import { entryLine } from '~/routes/settings/organisations/$subject/log/log-csv'
import type { LogEntry } from '~/routes/settings/organisations/$subject/log/log-entry'
import { changesOf } from '~/routes/settings/organisations/$subject/log/log-values'
import { withActing } from './acting'
import { logEntry } from './answers'

const fake = withFakeAccountApi()
const browser = withActing(fake, ['log.read'])
const identity_id = 'i'.repeat(22)
const path = `/settings/organisations/${sec_subject_uid}/log`

const answerLog = (entries: LogEntry[], keys: { newer?: string; older?: string } = {}) =>
  fake.answer('listSubjectLog', done({ entries, ...keys, kept_days: 365, time_zone: 'UTC' }))

describe('the page of the log', () => {
  it('happy: the URL names the page and the filter', async () => {
    answerLog([logEntry()], { older: 'k1' })
    const asked = `kind=organisation_updated&since=2026-%E2%81%A001-01&until=2026-01-31&actor=${identity_id}&before=k2`
    expect(await browser.visit(`${path}?${asked}`)).toMatchObject({ status: 200, data: { older: 'k1' } })
    const filter = { kind: 'organisation_updated', since: '2026-01-01', until: '2026-01-31', actor: identity_id }
    expect(fake.inputsOf('listSubjectLog')).toEqual([{ sec_subject_uid, page_size: 20, before: 'k2', ...filter }])
  })

  it('happy: the filter for one person names that person, if an entry has the name', async () => {
    answerLog([logEntry()])
    const mainOf = async () => (await browser.show(`${path}?actor=${identity_id}`)).main
    expect(await mainOf()).toContain('Only what Ann did.')
    answerLog([])
    expect(await mainOf()).toContain('Only what one person did.')
  })

  it('happy: the entry of a link shows how many people it is for, and the time zone is shown once, above the list', async () => {
    const link = { target: { id: 'v'.repeat(22), name: '' }, before: null, after: { channel: 'link', places: 40 } }
    answerLog([logEntry({ ...link, kind: 'invitation_sent' }), logEntry()])
    const main = await browser.mainAt(path)
    expectTexts(main, { shown: ['Link for 40 people', 'Times are in UTC.'], hidden: ['(no name)', '(UTC)'] })
    // Another thing without a name stays one.
    answerLog([logEntry({ ...link, after: { channel: 'email' }, kind: 'invitation_sent' })])
    expect(await browser.mainAt(path)).toContain('(no name)')
  })

  it('error: an invalid day stays in its field', async () => {
    answerLog([logEntry()])
    const landed = await browser.visit(`${path}?since=27/3/2026&until=2026-02-30`)
    expect(landed.data).toMatchObject({ odd: { since: '27/3/2026', until: '2026-02-30' }, filter: {} })
    answerLog([])
    const { main } = await browser.show(`${path}?since=2026-01-02&until=2026`)
    expectTexts(main, { shown: ['<a href="#until">'], hidden: [translator('en')('organisationLog.none_found')] })
  })

  it('error: a page number after the last one redirects to the first page, with its filter', async () => {
    answerLog([])
    const landed = await browser.visit(`${path}?kind=organisation_updated&before=k9`)
    expect(landed).toMatchObject({ status: 303, location: `${path}?kind=organisation_updated` })
  })
})

describe('the file of the log', () => {
  const fileOf = async (query = '') => {
    const { data, headers } = await browser.visit(`${path}/file${query}`)
    return { text: String(data), headers }
  }

  it('happy: the file has a byte order mark, a line of names and a line for each entry', async () => {
    answerLog([logEntry()])
    const { text, headers } = await fileOf('?kind=organisation_updated')
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toBe('attachment; filename="organisation-log.csv"')
    expect(text.charCodeAt(0)).toBe(0xfeff)
    expect(text.slice(1).split('\r\n')).toEqual([
      expect.stringContaining('"Time (UTC)","What was done","By"'),
      `"2026-01-02T03:04:05.000Z","Changed the details","Ann","${identity_id}","Orchard","${sec_subject_uid}","Name: Meadow","Name: Orchard\nWebsite: https://orchard.example","Firefox, Linux"`,
      '',
    ])
    expect(fake.inputsOf('listSubjectLog')).toEqual([
      { sec_subject_uid, page_size: 1000, kind: 'organisation_updated' },
    ])
  })

  it('happy: the file continues from key to key, and ends with a note after 10,000 lines', async () => {
    let pages = 0
    fake.answer('listSubjectLog', () => {
      pages += 1
      const entries = Array.from({ length: 1000 }, (_, nth) => logEntry({ key: `${pages}-${nth}` }))
      return done({ entries, older: `k${pages}`, kept_days: 365, time_zone: 'UTC' })
    })
    const { text } = await fileOf()
    expect(pages).toBe(10)
    expect(fake.inputsOf('listSubjectLog').map(({ before }) => before)).toEqual([
      undefined,
      ...Array.from({ length: 9 }, (_, nth) => `k${nth + 1}`),
    ])
    const lines = text.trim().split('\r\n')
    expect(lines).toHaveLength(1 + 10_000 + 1)
    expect(lines.at(-1)).toContain('Only the 10000 newest entries are here')
  })

  it('error: the file ends with the note if long values make it too large', async () => {
    const website = 'x'.repeat(20_000)
    fake.answer('listSubjectLog', () => {
      const entries = Array.from({ length: 250 }, () => logEntry({ after: { website } }))
      return done({ entries, older: 'k', kept_days: 365, time_zone: 'UTC' })
    })
    expect((await fileOf()).text.trim().split('\r\n').at(-1)).toContain('Only the 500 newest entries are here')
  })

  it.each(['=cmd|calc!A0', '+1', '-1+2', '@SUM(A1)', '\t=1', '\r=1', '＝1', ' =1', 'a;=1', 'a\n=1', 'a|=1'])(
    'security: no spreadsheet treats %j as a formula',
    (text) => {
      const written = cell(text).slice(1, -1)
      expect(written).not.toMatch(/(^|[;|\t\r\n])\s*[=+\-@＝＋－＠]/)
      expect(written.replaceAll("'", '')).toBe(text)
    },
  )

  it('security: quotes, commas, line breaks and markup stay inside their cell', () => {
    expect(cell('a"b,c\r\n<script>')).toBe('"a""b,c\r\n<script>"')
    const named = entryLine('en', logEntry({ actor: { id: identity_id, name: '",=HYPERLINK("x")' } }))
    expect(named).toContain('""",=HYPERLINK(""x"")"')
  })
})

it('happy: values of any type are shown, and a field without a name by its key', () => {
  const t = translator('en')
  const permissions = ['log.read', 'of.tomorrow']
  const after = { roles: ['a', 'administrator'], is_frozen: true, limit: 3, gone: null, permissions }
  const before = { limit: 2, is_frozen: false, same: ['x'] }
  // What an act left as it was is no change.
  expect(changesOf(t, { language: 'en' }, { before, after: { ...after, same: ['x'] } })).toEqual([
    { label: 'limit', before: '2', after: '3' },
    { label: 'State', before: 'Not suspended', after: 'Suspended' },
    { label: 'Roles', before: '', after: 'a, Administrator' },
    { label: 'Permissions', before: '', after: 'See the log, of.tomorrow' },
  ])
})

it('happy: the facts of an invitation are shown in words', () => {
  const after = { channel: 'link', role: 'clerk', ends_at: '2026-01-09T03:04:05.000Z', extra: { ref: 7 } }
  expect(changesOf(translator('en'), { language: 'en' }, { before: null, after })).toEqual([
    { label: 'Way of inviting', before: '', after: 'A link' },
    { label: 'Role', before: '', after: 'clerk' },
    { label: 'Valid until', before: '', after: '9\u00a0January\u00a02026' },
    { label: 'For another system', before: '', after: '{"ref":7}' },
  ])
})
