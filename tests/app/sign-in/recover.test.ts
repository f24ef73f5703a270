import { describe, expect } from 'vitest'
import { done, refuse, ticket } from '#tests/app/browser/answers'
import { expectTexts, openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'
import { visiting } from '#tests/app/browser/person'

const fake = withFakeAccountApi()
const it = visiting(fake)
const password = 'fourteen calm violins'
const path = `/account-help/recover?ticket=${ticket}`

describe('the link that an operator has sent', () => {
  it('security: opening the link only checks the ticket, and the page names the account and the address', async () => {
    fake.answer('recoverAccountCheck', done({ username: 'ann', email: 'n***@example.com' }))
    const { status, main } = await openBrowser().show(path)
    expect(status).toBe(200)
    expect(main).toMatch(/autoComplete="username"[^>]*value="ann"/)
    expectTexts(main, { shown: ['n***@example.com', 'Saving signs out every device'] })
    expect(fake.received.map(({ name }) => name)).toEqual(['recoverAccountCheck'])
  })

  it('happy: the form sets the password and redirects to the sign-in, signed in or not', async ({ person }) => {
    fake.answers({ recoverAccount: done({ done: true }), logout: done({ done: true }) })
    expect((await person.submit(path, { password })).location).toBe('/login?notice=password_reset_only')
    expect(fake.inputsOf('recoverAccount')).toEqual([{ ticket, password }])
    expect(person.jar.has('butterfly_session')).toBe(false)
  })

  it.each(['', '?ticket=', '?ticket=short', `?ticket=${ticket}`])(
    'error: the recovery link %j has no form',
    async (query) => {
      fake.answer('recoverAccountCheck', refuse('ticket_refused', {}))
      const { status, main } = await openBrowser().show(`/account-help/recover${query}`)
      expect(status).toBe(200)
      expectTexts(main, { shown: ['This link no longer works'], hidden: ['<form'] })
    },
  )
})
