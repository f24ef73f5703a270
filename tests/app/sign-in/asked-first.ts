import { describe, expect } from 'vitest'
import { vouchedUrl } from '#contract/terms/vouched-url'
import { openInfo, page as request, ticketIn } from '#tests/app/authorisation/authorise'
import { done, type refuse, subjectId } from '#tests/app/browser/answers'
import { type Browser, expectRedirect, type withFakeAccountApi, withoutVisit } from '#tests/app/browser/browser'
import { visiting } from '#tests/app/browser/person'
import { other } from '#tests/app/qr-codes/qr-codes'

type Fake = ReturnType<typeof withFakeAccountApi>

interface First {
  /** The page that has to be answered first. */
  at: string
  /** How a call is refused until then. */
  refused: () => ReturnType<typeof refuse>
  /** What says so of the request of an application. */
  due: 'terms_due' | 'factor_due'
  /** What a person reads who is not signed in, but proven for that request alone. */
  notice: 'terms_sign_in' | 'factor_sign_in'
  /** From now on nothing is asked of the person. */
  settle: () => void
}

/** Visits a page that leads to another one first, and answers where. */
export const led = async (person: Browser, path: string, { at }: Pick<First, 'at'>): Promise<string> => {
  const landed = await person.visit(path)
  const next = new URLSearchParams({ next: withoutVisit(path) })
  expectRedirect({ ...landed, location: withoutVisit(landed.location) }, `${at}?${next}`)
  return landed.location ?? ''
}

/** Every page that uses a session has to show this while something is asked first. */
export const testOtherWays = (fake: Fake, { at, refused, due, notice, settle }: First): void => {
  const it = visiting(fake)

  describe('the page that is first', () => {
    it('happy: the page also interrupts a form, and returns to its page', async ({ person }) => {
      fake.answer('accountSet', refused() as never)
      const profile = { name: 'Ann', username: 'ann', birthday: '', time_zone: '', language: 'en' }
      const landed = await person.submit('/settings/profile', profile)
      expectRedirect({ ...landed, location: withoutVisit(landed.location) }, `${at}?next=%2Fsettings%2Fprofile`)
    })

    it('security: if nothing is asked, the page continues to the return address, and to no other site', async ({
      person,
    }) => {
      settle()
      for (const [next, to] of [
        ['/settings/activity', '/settings/activity'],
        ['https://thief.example', '/settings'],
        ['//thief.example', '/settings'],
      ] as const)
        expectRedirect(await person.visit(`${at}?${new URLSearchParams({ next })}`), to)
    })

    it('happy: a signed-out person signs in first', async ({ browser }) => {
      expectRedirect(await browser.visit(at), `/login?${new URLSearchParams({ next: at })}`)
    })

    it('happy: a person proven only for one request has to sign in', async ({ browser }) => {
      fake.answer('openAuthInfo', ({ input }) => done({ ...openInfo, [due]: input.auth_ticket !== undefined }))
      fake.answer('openAccountAuth', done({ auth_ticket: 'ticket-of-a-request-1' }))
      await browser.submit(`${request}/password`, { account: 'ann', password: 'x' })
      expect(await ticketIn(browser)).toBeDefined()
      expectRedirect(await browser.visit(request), `${request}?notice=${notice}`)
      expect(await ticketIn(browser)).toBeUndefined()
      expect((await browser.visit(request)).status).toBe(200)
    })
  })

  describe('other ways to use a session', () => {
    it('security: before the step, a service that delegates its sign-in gets no ticket', async ({ person }) => {
      const url = vouchedUrl.parse('https://shop.example/app')
      fake.answer('registeredService', done({ name: 'Shop', url, may_gateway: true }))
      fake.answer('issueServiceTicket', refused() as never)
      await led(person, `/login?${new URLSearchParams({ service: url })}`, { at })
    })

    it('security: before the step, a QR code is not confirmed', async ({ person }) => {
      fake.answer('toScanQrcode', refused() as never)
      await led(person, `/login/qr/confirm?token=${other}`, { at })
    })

    it('security: before the step, nobody acts in an organisation', async ({ person }) => {
      fake.answer('subjectInfo', refused() as never)
      await led(person, `/settings/organisations/${subjectId}`, { at })
    })

    it('security: before the step, a request of an application is not answered', async ({ person }) => {
      fake.answer('openAuthInfo', done({ ...openInfo, [due]: true, already_granted: true }))
      await led(person, request, { at })
      await led(person, `${request}/on`, { at })
    })
  })
}
