import { beforeEach, describe, expect, it } from 'vitest'
import { done, refuse } from '#contract/server'
import type { Registrations } from '#contract/terms/fields'
import { expectRedirect, expectTexts, openBrowser, patterns, withFakeAccountApi } from '#tests/app/browser/browser'
import { askedPasskey } from '#tests/app/browser/passkeys'
import { openKindsMemory, usualOffer } from '~/navigation/open-pages/open-kinds.server'

const fake = withFakeAccountApi()

/** Decides who gets an account. */
const decide = (registration: Registrations) => {
  openKindsMemory.known = { offered: { ...usualOffer, registration }, until: Number.POSITIVE_INFINITY }
}

beforeEach(() => decide('open'))

/** The pages that begin without a session, by their paths. */
const firstPages = patterns.filter(
  (path) => /^\/($|login|account-help|passport\/wap\/login)/.test(path) && !/[:*]|\/(code|qr)\/|\/verify\//.test(path),
)

/** Without the pages of later steps, because these redirect to the first step. */
const closedPages = firstPages.filter((path) => /^\/login\/register/.test(path) && !/(code|existing)$/.test(path))

const ticket = 'aaaaaaaaaaaaaaaaaaaaaa'
const next = `?next=${encodeURIComponent(`/login/invitation?invite_ticket=${ticket}`)}`

describe('where registration is closed', () => {
  it.each(['en', 'zh-CN'])('happy: no page before a sign-in links to a registration, in %s', async (language) => {
    decide('closed')
    fake.answer('startPasskeySignIn', done({ options: askedPasskey }))
    for (const path of firstPages.filter((each) => !each.startsWith('/login/register'))) {
      const { main } = await openBrowser({ language }).show(path)
      expect(main, path).not.toMatch(/\/login\/register|[Cc]reate an account|注册账号/)
    }
  })

  it.each(closedPages)(
    'error: an old link to %s redirects to the sign-in, which says that registration is closed',
    async (path) => {
      decide('closed')
      const { status, main } = await openBrowser().show(path)
      expect(status).toBe(403)
      expectTexts(main, { shown: ['You cannot create an account here', 'href="/login"'] })
    },
  )

  it('error: a form of an older page is not sent to the account API', async () => {
    const browser = openBrowser()
    await browser.show('/login/register')
    decide('closed')
    const { status, main } = await browser.show('/login/register', { fields: { mobile: '13800000001', region: 'CN' } })
    expect(status).toBe(403)
    expect(main).toContain('You cannot create an account here')
    expect(fake.inputsOf('sendCode')).toEqual([])
  })
})

describe('where registration needs an invitation', () => {
  it.each(['/login/register', '/login/register/email', '/login/register/both', '/login/register/organisation'])(
    'happy: the page %s says what is needed if registration needs an invitation, and not otherwise',
    async (path) => {
      const text = 'Only people who were invited can create an account here.'
      expect((await openBrowser().show(path)).main).not.toContain(text)
      decide('invited')
      expect((await openBrowser().show(path)).main).toContain(text)
    },
  )

  const register = async (registration: Registrations) => {
    decide(registration)
    const browser = openBrowser()
    fake.answer('checkInvitation', refuse('no_such_invitation', {}))
    fake.answer('sendCode', done({ sms_code_key: 'key', retry_after: 60, mobile: '+86 138****0001' }))
    const sent = await browser.show(`/login/register${next}`, { fields: { mobile: '13800000001', region: 'CN' } })
    expectRedirect(sent, `/login/register/code${next}`)
    fake.answer('registerByMobile', refuse('invitation_required', {}))
    const { main } = await browser.show(`/login/register/code${next}`, { fields: { code: '123456' } })
    return { main, inputs: fake.inputsOf('registerByMobile') }
  }

  it('happy: the ticket of the earlier invitation is sent with the registration, and a refusal says what is needed', async () => {
    const { main, inputs } = await register('invited')
    expect(inputs).toMatchObject([{ invite_ticket: ticket }])
    expect(main).toContain('Use the number or email that the invitation went to')
  })

  it('security: if anybody may register, no ticket is sent', async () => {
    const { inputs } = await register('open')
    expect(inputs[0]).not.toHaveProperty('invite_ticket')
  })
})
