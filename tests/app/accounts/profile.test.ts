import { describe, expect, it } from 'vitest'
import { done, infoOf, profileAnswers, refuse } from '#tests/app/browser/answers'
import { errorsAt, formOf, refusedAt, withFakeAccountApi } from '#tests/app/browser/browser'
import { signedInBrowser, withPerson } from '#tests/app/browser/person'

const fake = withFakeAccountApi()
const path = '/settings/profile'

const browser = withPerson(fake)
const typed = { username: 'ann.lee', birthday_day: '29', birthday_month: '2', birthday_year: '2000', language: 'en' }
const set = (isSensitive: 0 | 1 = 0) => done({ username: 'ann.lee', is_sensitive: isSensitive })

const answerPage = () => {
  fake.answer('accountInfo', done(infoOf({ birthday: '2000-02-29' })))
  fake.answers(profileAnswers)
}

describe('the page', () => {
  it('happy: the page shows the account, the changes left and the recommended names', async () => {
    answerPage()
    const { status, data } = await browser.arrive(`${path}?notice=profile_saved`)
    const account = { username: 'ann', birthday: '2000-02-29' }
    const shown = { account, isDefault: true, times: { remaining: 3 }, recommended: ['calm-river-482'] }
    expect({ status, data }).toMatchObject({ status: 200, data: { ...shown, notice: 'profile_saved' } })
  })

  it('happy: a recommended username fills the field, keeps the rest of the form and saves nothing', async () => {
    answerPage()
    const shown = await browser.mainAt(path)
    expect(shown).toContain('name="fill_username"')
    // The Enter key presses the first button of a form.
    expect(/<input[^>]*type="submit"[^>]*>/.exec(shown)?.[0]).not.toContain('fill_username')
    const typed = { birthday_day: '31', birthday_month: '', language: 'en', username: 'ann' }
    const { status, main } = await browser.show(path, { fields: { ...typed, fill_username: 'calm-river-482' } })
    expect(status).toBe(200)
    expect(main).toMatch(/name="username"[^>]*value="calm-river-482"/)
    expect(main).toMatch(/name="birthday_day"[^>]*value="31"/)
    expect(fake.inputsOf('accountSet')).toEqual([])
  })
})

it('error: a wrong username and a wrong birthday are reported together, in field order', async () => {
  answerPage()
  const wrong = { username: 'a', username_was: 'ann', birthday_day: '31', birthday_month: '2', birthday_year: '2000' }
  const { main } = await browser.show(path, { fields: { ...wrong, language: 'en' } })
  expect([...main.matchAll(/<li><a href="#(\w+)"/g)].map(([, name]) => name)).toEqual(['username', 'birthday_day'])
})

describe('the name', () => {
  it('happy: the current name is in its field, and is sent only if it was changed', async () => {
    answerPage()
    fake.answer('accountInfo', done(infoOf({ name: 'Ann Lee' })))
    expect(await browser.mainAt(path)).toMatch(/name="name"[^>]*value="Ann Lee"/)
    fake.answer('accountSet', set())
    await browser.submit(path, { ...typed, name: 'Ann Lee', name_was: 'Ann Lee' })
    await browser.submit(path, { ...typed, name: ' Ann Berg ', name_was: 'Ann Lee' })
    await browser.submit(path, { ...typed, name: '', name_was: 'Ann Lee' })
    expect(fake.inputsOf('accountSet').map(({ name }) => name)).toEqual([undefined, 'Ann Berg', ''])
  })

  it('error: a name that is invisible, too long or refused is reported at the field, and the form keeps its values', async () => {
    answerPage()
    for (const name of ['a\u0007b', 'n'.repeat(61)])
      expect(errorsAt(await browser.submit(path, { ...typed, name, name_was: '' }), 'name')).toHaveLength(1)
    expect(fake.inputsOf('accountSet')).toEqual([])
    fake.answer('accountSet', refuse('invalid_input', { fields: [{ field: 'name', reason: 'name_official' }] }))
    const refused = await browser.submit(path, { ...typed, name: '官方客服', name_was: '' })
    expect(errorsAt(refused, 'name')).toEqual([expect.stringContaining('the operator of this site')])
  })
})

describe('the time zone', () => {
  const pageOf = async (language: string, otherwise: Parameters<typeof infoOf>[0]) => {
    const browser = await signedInBrowser(fake, { language })
    answerPage()
    fake.answer('accountInfo', done(infoOf(otherwise)))
    return browser.mainAt(path)
  }
  const selectedIn = (page: string) => [...page.matchAll(/<option[^>]* selected="">([^<]*)</g)].map(([, text]) => text)

  it.each([
    ['en', 'Shanghai (UTC+8), automatic', 'Tokyo (UTC+9)', 'Automatic', 'Asia'],
    ['zh-Hans', '北京 (UTC+8)（自动）', '东京 (UTC+9)', '自动', '亚洲'],
  ])('happy: in %s, the page selects the time zone by city', async (language, byDefault, chosen, automatic, asia) => {
    const before = await pageOf(language, { language: 'en', time_zone: 'Asia/Shanghai', time_zone_is_chosen: false })
    expect(selectedIn(before)).toEqual(['English', byDefault])
    expect(before).toContain(`<optgroup label="${asia}">`)
    const after = await pageOf(language, { language: 'en', time_zone: 'Asia/Tokyo', time_zone_is_chosen: true })
    expect(selectedIn(after)).toEqual(['English', chosen])
    expect(after).toContain(`<option value="automatic">${automatic}</option>`)
    expect(after.match(/<option/g)?.length).toBeLessThan(80)
  })

  it('happy: a current time zone that is not offered is kept, and can be chosen again', async () => {
    const page = await pageOf('en', { time_zone: 'Asia/Pyongyang', time_zone_is_chosen: true })
    expect(selectedIn(page)).toContain('Asia/Pyongyang (UTC+9)')
    fake.answer('accountSet', set())
    await browser.submit(path, { ...typed, time_zone: 'Asia/Pyongyang' })
    expect(fake.inputsOf('accountSet')).toMatchObject([{ time_zone: 'Asia/Pyongyang' }])
  })

  it('happy: the time zone is saved with the rest, and “automatic” clears the choice', async () => {
    fake.answer('accountSet', set())
    await browser.submit(path, { ...typed, time_zone: 'Europe/Paris' })
    await browser.submit(path, { ...typed, time_zone: 'automatic' })
    expect(fake.inputsOf('accountSet')).toEqual([
      { username: 'ann.lee', birthday: '2000-02-29', language: 'en', time_zone: 'Europe/Paris' },
      { username: 'ann.lee', birthday: '2000-02-29', language: 'en', time_zone: '' },
    ])
  })

  it.each(['Asia/Nowhere', 'asia/shanghai', '+08:00', 'CST'])(
    'error: the time zone %s is refused',
    async (time_zone) => {
      const landed = await browser.submit(path, { ...typed, time_zone })
      expect(refusedAt(landed, 'time_zone')).toEqual(['We cannot accept what you entered here. Enter something else.'])
      expect(fake.inputsOf('accountSet')).toEqual([])
    },
  )

  it('error: if the account API has no time zone, the form has no field for it', async () => {
    expect(await pageOf('en', {})).not.toContain('time_zone')
  })
})

describe('saving', () => {
  it('happy: an empty birthday removes it', async () => {
    fake.answer('accountSet', set())
    await browser.submit(path, { ...typed, birthday_day: '', birthday_month: ' ', birthday_year: '' })
    expect(fake.inputsOf('accountSet')).toMatchObject([{ birthday: '' }])
  })

  it('error: each error is at its field, and the typed values come back', async () => {
    const wrong = { username: ' ', birthday_day: '31', birthday_month: '2', birthday_year: '1990', language: 'fr' }
    const landed = await browser.submit(path, wrong)
    expect(refusedAt(landed, 'username')).toEqual(['Enter a username'])
    expect(errorsAt(landed, 'birthday_day')).toEqual(['This month has no such day. Check day and month.'])
    expect(errorsAt(landed, 'language')).toEqual(['We cannot accept what you entered here. Enter something else.'])
    expect(formOf(landed).initialValue).toMatchObject(wrong)
  })
})
