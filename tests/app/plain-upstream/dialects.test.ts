import { expect, it } from 'vitest'
import { openBrowser } from '#tests/app/browser/browser'
import { code, plainPerson, signIn, withPlainUpstream } from './plain-browser'

/** Numbers as text, codes as text, null for empty lists, facts as JSON, one object more, and 204 for nothing. */
const dialect = (body: object): object | undefined => {
  const { message, data, ...rest } = JSON.parse(JSON.stringify(body), (key, value: unknown) => {
    if (typeof value === 'number') return String(value)
    if (key === 'base_infos') return JSON.stringify(value)
    return Array.isArray(value) && value.length === 0 ? null : value
  })
  if (message === 'success') return data === undefined ? undefined : { message, data: { result: data } }
  return { message, data, ...rest }
}
const plain = withPlainUpstream({}, {}, { dialect })

it('happy: pages work with an account API that formats its answers differently', async () => {
  const person = await plainPerson(plain, { mobile: '+8613800000007' })
  const refused = await openBrowser().show('/login', { fields: { account: 'ann', password: 'x' } })
  expect(refused.main).toContain('Name or password is wrong.')

  const manager = openBrowser()
  const named = { subject_name: 'Orchard', deputy_name: 'Ann', by: 'mobile' }
  const begun = await manager.submit('/login/register/organisation', named)
  const asked = await manager.submit(begun.location ?? '', { mobile: '13800000001', region: 'CN' })
  await manager.submit(asked.location ?? '', { code, password: 'a long walk' })
  const here = `/settings/organisations/${plain.state.subjects[0]?.sec_subject_uid}`
  expect((await manager.show(here)).main).toContain('fruit')
  for (const page of ['/details', '/members', '/roles', '/roles/r1', '/invitations', '/manager'])
    expect((await manager.show(`${here}${page}`)).status, page).toBe(200)

  const query = 'client_key=c4711&scope=openid+calendar.read&redirect_uri=https%3A%2F%2Fapp.example.com%2Fback'
  const { location } = await person.visit(`/login/authorize?${query}`)
  expect((await person.show(location ?? '')).main).toContain('calendar.read')
  await signIn(openBrowser(), '+8613800000007')
})
