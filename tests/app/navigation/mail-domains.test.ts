import { expect, it } from 'vitest'
import { done, emailSent, infoOf, refuse } from '#tests/app/browser/answers'
import { openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'
import { signedInBrowser } from '#tests/app/browser/person'

const fake = withFakeAccountApi()

const email = 'ann@example.com'
const refusedBy = (...domains: string[]) => refuse('mail_domain_refused', { field: 'email', domains })

it.each([
  ['en', 'New emails here have to end in one of these domains: school.example, *.school.example'],
  ['zh-CN', '只能使用以下域名的邮箱：school.example, *.school.example'],
])('error: an email of another domain comes back with the accepted domains, in %s', async (language, text) => {
  const browser = openBrowser({ language })
  fake.answer('sendEmailCode', refusedBy('school.example', '*.school.example'))
  const { main } = await browser.show('/login/register/email', { fields: { email } })
  expect(main).toContain(text)
  expect(main).toContain(`value="${email}"`)
  expect(main).toContain('aria-invalid="true"')
})

it.each([
  ['en', 'Emails of this domain are not taken here. Use an email of another domain.'],
  ['zh-CN', '这里不接受这个域名的邮箱，请使用其他域名的邮箱'],
])('error: if many domains or none are accepted, the text asks for another address, in %s', async (language, text) => {
  const browser = openBrowser({ language })
  fake.answer('sendEmailCode', refusedBy())
  expect((await browser.show('/login/register/email', { fields: { email } })).main).toContain(text)
})

it('error: a policy that changed after the code was sent is reported at the code', async () => {
  const browser = openBrowser()
  fake.answer('sendEmailCode', emailSent())
  await browser.submit('/login/register/email', { email })
  fake.answer('registerByEmail', refusedBy('school.example'))
  const fields = { code: '123456', password: 'a river under the moon' }
  const { main } = await browser.show('/login/register/email/code', { fields })
  expect(main).toContain('New emails here have to end in one of these domains: school.example')
})

it.each(['/settings/email', '/settings/recovery-email'])(
  'error: at %s, an email of another domain is reported at its field',
  async (path) => {
    const browser = await signedInBrowser(fake)
    fake.answer('accountInfo', done(infoOf({ email: null })))
    fake.answer('recoveryEmailInfo', done({ email: null, counts_from: null, time_zone: 'UTC' }))
    fake.answers({ sendEmailCode: refusedBy('school.example'), sendRecoveryEmailCode: refusedBy('school.example') })
    const { main } = await browser.show(path, { fields: { email } })
    expect(main).toContain('New emails here have to end in one of these domains: school.example')
    expect(main).toContain('aria-invalid="true"')
  },
)
