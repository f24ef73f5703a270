import { beforeEach, describe, expect, it } from 'vitest'
import { errorsAt, expectRedirect, expectTexts, withFakeAccountApi } from '#tests/app/browser/browser'
import { answerDesk, browserAtDesk, madeAtDesk } from './at-desk'
import { awaitingRecovery, fullPerson, userId } from './person'

const fake = withFakeAccountApi()

const person = `/desk/people/${userId}`
const [list, confirm] = ['/desk/people/recoveries', `${person}/confirm-recovery`]
const fields = { to: 'new@example.com', reason: 'I have called her at the number of the contract' }

const answerRecoveries = (recoveries = [awaitingRecovery]) =>
  fake.operator.answer('listAwaitingRecoveries', () => ({ ok: true, data: { recoveries, has_more: false } }))

beforeEach(() => {
  answerRecoveries()
  fake.operator.answer('showUser', () => ({ ok: true, data: fullPerson }))
  fake.operator.answer('confirmRecovery', () => ({ ok: true, data: {} }))
})

describe('a recovery by two operators', () => {
  it.each([
    ['en', 'Another operator has to agree by 27'],
    ['zh-Hans', '另一位运营人员须在 '],
  ])(
    'happy: a recovery with two operators is requested, and the page in %s says until when it waits',
    async (language, text) => {
      answerDesk(fake, { recoverUser: { sent_at: null, agree_until: awaitingRecovery.agree_until } })
      const browser = browserAtDesk(fake, ['support'], language)
      // Nothing is sent at once unless the operator chooses that.
      const main = await browser.mainAt(`${person}/recover`)
      expect(main).toMatch(/<input (?=[^>]*name="with_second")(?=[^>]*value="0")[^>]*checked/)
      const landed = await browser.submit(`${person}/recover`, { ...fields, with_second: '1' })
      expect(madeAtDesk(fake, 'recoverUser')).toEqual([{ user_id: userId, ...fields, with_second: true }])
      const until = encodeURIComponent(awaitingRecovery.agree_until)
      expectRedirect(landed, `${person}?notice=desk_recovery_to_agree&until=${until}`)
      expect(await browser.mainAt(landed.location ?? '')).toMatch(new RegExp(`class="notice"[^>]*>${text}`))
    },
  )

  it('security: a time in the URL is not shown', async () => {
    const main = await browserAtDesk(fake).mainAt(`${person}?notice=desk_recovery_to_agree&until=tomorrow`)
    expectTexts(main, { hidden: ['class="notice"', 'tomorrow'] })
  })

  it.each(['no_address', 'stopped_lately'] as const)(
    'error: the refusal %s names the recovery with two operators as the alternative',
    async (code) => {
      fake.operator.answer('recoverUser', () => ({ ok: false, code, description: 'No.' }))
      const landed = await browserAtDesk(fake).submit(`${person}/recover`, fields)
      expect(errorsAt(landed, '')).toEqual([expect.stringContaining('Ask a second operator')])
    },
  )

  it('happy: the person’s page says that the recovery waits for another operator, and for how long', async () => {
    const browser = browserAtDesk(fake, ['support'])
    expectTexts(await browser.mainAt(person), { shown: ['Another operator has to agree by', `href="${list}"`] })
    answerRecoveries([])
    expectTexts(await browser.mainAt(person), { hidden: ['Another operator has to agree by'] })
  })
})

describe('the agreement of another operator', () => {
  it('happy: the second operator enters the whole address and a reason, and is redirected to the person', async () => {
    const browser = browserAtDesk(fake, ['support'])
    expectTexts(await browser.mainAt(confirm), { shown: ['n***@example.com', 'name="to"', 'name="reason"', 'Bo Lee'] })
    const landed = await browser.submit(confirm, { ...fields, user_id: 'another' })
    expectRedirect(landed, `${person}?notice=desk_recovery_agreed`)
    expect(madeAtDesk(fake, 'confirmRecovery')).toEqual([{ user_id: userId, ...fields }])
  })

  it('security: the operator who requested the recovery cannot also agree, and reads why', async () => {
    const description = 'This needs another operator than Bo Lee, who requested it.'
    fake.operator.answer('confirmRecovery', () => ({ ok: false, code: 'not_another_operator', description }))
    const landed = await browserAtDesk(fake).submit(confirm, fields)
    expect(errorsAt(landed, '')).toEqual([expect.stringContaining(description)])
  })

  it('error: a recovery that no longer waits redirects to the list, which says so', async () => {
    const to = `${list}?notice=desk_recovery_waits_no_more`
    fake.operator.answer('confirmRecovery', () => ({ ok: false, code: 'nothing_pending', description: 'None.' }))
    const browser = browserAtDesk(fake)
    expectRedirect(await browser.submit(confirm, fields), to)
    answerRecoveries([])
    expectRedirect(await browser.visit(confirm), to)
  })
})
