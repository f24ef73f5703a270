import { describe, expect, it } from 'vitest'
import { errorsAt, expectRedirect, expectTexts, formOf, withFakeAccountApi } from '#tests/app/browser/browser'
import { browserAtDesk, withDeskAnswers } from './at-desk'
import { userId } from './person'
import { waitingName } from './samples'

const fake = withFakeAccountApi()
const answer = withDeskAnswers(fake)

const answerNames = (names: object[], has_more = false) => answer('listNames', { ok: true, data: { names, has_more } })

describe('the usernames that wait for review', () => {
  it('happy: usernames are listed, each with its person and both decisions', async () => {
    answerNames([waitingName], true)
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
  it.each(['approve', 'refuse'])(
    'error: the page to %s a username that no longer waits redirects to the list',
    async (act) => {
      answerNames([])
      expectRedirect(
        await browserAtDesk(fake).visit(`/desk/names/${userId}/${act}`),
        '/desk/names?notice=desk_name_decided',
      )
    },
  )

  it('error: a username that another account took meanwhile is reported, and the typed values stay', async () => {
    answer('approveName', { ok: false, code: 'taken', description: 'Taken.' })
    const landed = await browserAtDesk(fake).submit(`/desk/names/${userId}/approve`, { reason: 'A partner' })
    expect(errorsAt(landed, '')[0]).toContain('by now')
    expect(formOf(landed).initialValue).toEqual({ reason: 'A partner' })
  })
})
