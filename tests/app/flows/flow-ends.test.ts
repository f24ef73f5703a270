import { describe, it } from 'vitest'
import { done, signedIn } from '#tests/app/browser/answers'
import { expectRedirect, withFakeAccountApi } from '#tests/app/browser/browser'
import { browserAt, formCaseOf } from '#tests/app/forms/form-cases'

const fake = withFakeAccountApi()
const bound = done({ mobile: '+86 139****0002', email: null })
const reset = done({ done: true, ...signedIn().data })

describe.each([
  ['binding a mobile', '/settings/mobile/bind', 'bindMobile', bound, '/settings/mobile?notice=mobile_bound'],
  ['a reset', '/account-help/password/code', 'resetPasswordByMobile', reset, '/settings?notice=password_reset'],
  ['a restore', '/account-help/restore/confirm', 'undoCancellation', signedIn(), '/settings?notice=account_restored'],
  ['registering', '/login/register/code', 'registerByMobile', signedIn(true), '/settings?notice=account_created'],
  ['signing in by a code', '/login/sms/code', 'smsLoginOnly', signedIn(), '/settings'],
] as const)('%s', (_, page, call, answer, end) => {
  /** Begins the flow with a return address, and sends its last form. */
  const endWith = async (next: string) => {
    const formCase = formCaseOf(page, call)
    const url = `${page}?${new URLSearchParams({ next })}`
    const browser = await browserAt(fake, { ...formCase, url })
    fake.answer(call, answer as never)
    return browser.submit(page, formCase.fields)
  }

  it('happy: the end of a flow redirects to the return address from its beginning', async () => {
    expectRedirect(await endWith('/settings/x'), '/settings/x')
  })

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/\t/evil.example', 'javascript:alert(1)'])(
    'security: next=%j does not redirect off our site',
    async (next) => expectRedirect(await endWith(next), end),
  )
})
