import { expect, it } from 'vitest'
import { refuse } from '#tests/app/browser/answers'
import { openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'

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
