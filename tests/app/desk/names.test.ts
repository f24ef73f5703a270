import { describe, expect, it } from 'vitest'
import { errorsAt, expectRedirect, formOf, withFakeAccountApi } from '#tests/app/browser/browser'
import { browserAtDesk, withDeskAnswers } from './at-desk'
import { userId } from './person'

const fake = withFakeAccountApi()
const answer = withDeskAnswers(fake)

describe('a decision about a username', () => {
  it.each(['approve', 'refuse'])(
    'error: the page to %s a username that no longer waits redirects to the list',
    async (act) => {
      answer('listNames', { ok: true, data: { names: [], has_more: false } })
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
