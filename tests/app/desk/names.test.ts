import { beforeEach, describe, expect, it } from 'vitest'
import { errorsAt, expectRedirect, expectTexts, formOf, withFakeAccountApi } from '#tests/app/browser/browser'
import { browserAtDesk, itIsForOperators, madeAtDesk } from './at-desk'
import { userId } from './person'

const fake = withFakeAccountApi()

const waiting = { user_id: userId, username: 'official_desk', current: 'mei_hua', asked_at: '2026-11-26T08:00:00.000Z' }

const answerNames = (names = [waiting], has_more = false) =>
  fake.operator.answer('listNames', () => ({ ok: true, data: { names, has_more } }))

beforeEach(() => {
  answerNames()
  fake.operator.answer('approveName', () => ({ ok: true, data: { username: waiting.username } }))
  fake.operator.answer('refuseName', () => ({ ok: true, data: { username: waiting.username } }))
})

const acts = [
  { path: 'approve', call: 'approveName', notice: 'desk_name_approved' },
  { path: 'refuse', call: 'refuseName', notice: 'desk_name_refused' },
] as const

describe('the usernames that wait for review', () => {
  it('happy: usernames are listed, each with its person and both decisions', async () => {
    answerNames([waiting], true)
    const links = ['approve', 'refuse'].map((act) => `/desk/names/${userId}/${act}`)
    expectTexts(await browserAtDesk(fake, ['support']).mainAt('/desk/names'), {
      shown: ['official_desk', 'mei_hua', `/desk/people/${userId}`, 'There are more', ...links],
    })
  })

  it('happy: an empty queue of usernames says so', async () => {
    answerNames([])
    expect(await browserAtDesk(fake).mainAt('/desk/names')).toContain('No usernames to review')
  })

  it('security: a read-only operator is offered no decision about a username', async () => {
    expectTexts(await browserAtDesk(fake, ['read']).mainAt('/desk/names'), {
      shown: ['official_desk'],
      hidden: ['/approve', '/refuse'],
    })
  })
})

describe('a decision about a username', () => {
  it.each(acts)('happy: the act $path needs no reason, and redirects to the list', async ({ path, call, notice }) => {
    const browser = browserAtDesk(fake, ['support'])
    const url = `/desk/names/${userId}/${path}`
    expectTexts(await browser.mainAt(url), { shown: ['official_desk', 'mei_hua', 'Reason (optional)'] })
    expectRedirect(await browser.submit(url, { reason: '' }), `/desk/names?notice=${notice}`)
    expectRedirect(await browser.submit(url, { reason: 'A partner' }), `/desk/names?notice=${notice}`)
    expect(madeAtDesk(fake, call)).toEqual([{ user_id: userId }, { user_id: userId, reason: 'A partner' }])
  })

  it.each(acts)(
    'error: the act $path on a username that no longer waits redirects to the list',
    async ({ path, call }) => {
      fake.operator.answer(call, () => ({ ok: false, code: 'nothing_pending', description: 'None.' }))
      const browser = browserAtDesk(fake)
      const url = `/desk/names/${userId}/${path}`
      expectRedirect(await browser.submit(url), '/desk/names?notice=desk_name_decided')
      answerNames([])
      expectRedirect(await browser.visit(url), '/desk/names?notice=desk_name_decided')
    },
  )

  it('error: a username that another account took meanwhile is reported, and the typed values stay', async () => {
    fake.operator.answer('approveName', () => ({ ok: false, code: 'taken', description: 'Taken.' }))
    const landed = await browserAtDesk(fake).submit(`/desk/names/${userId}/approve`, { reason: 'A partner' })
    expect(errorsAt(landed, '')[0]).toContain('by now')
    expect(formOf(landed).initialValue).toEqual({ reason: 'A partner' })
  })
})

describe('who may review usernames', () => {
  itIsForOperators(
    fake,
    acts.map(({ path, call }) => ({ url: `/desk/names/${userId}/${path}`, call, fields: {}, wrongScope: 'clients' })),
  )
})
