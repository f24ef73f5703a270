import { describe, expect, it } from 'vitest'
import { endpointOf } from '#contract/call'
import { type CallName, calls } from '#contract/calls'
import { done, refuse } from '#contract/server'
import { wires } from '#contract/wire/wires'
import { formOf, pageAt, parkedIn, withFakeAccountApi } from '#tests/app/browser/browser'
import { browserAt, formCases, formsWithoutCall, named } from '#tests/app/forms/form-cases'
import { challenge, isProven, solved } from './challenges'

const fake = withFakeAccountApi()

const pages = import.meta.glob<{ action?: unknown }>('/app/routes/**/route.tsx', { eager: true })

// Acts of the desk make calls of the operator, which ask for no captcha and no proof. tests/app/desk has their forms.
const isAct = (file: string) => file.startsWith('/app/routes/desk/')

it('happy: every page with an action is in the table of forms, except the 404 page and the check before a page', async () => {
  const here = new Set(
    await Promise.all([...formCases, ...formsWithoutCall].map(async ({ url }) => (await pageAt(url)).file)),
  )
  const withAction = Object.keys(pages).filter((file) => pages[file]?.action)
  expect(withAction.filter((file) => !here.has(file) && !isAct(file))).toEqual([
    '/app/routes/$/route.tsx',
    '/app/routes/login/verify/route.tsx',
  ])
})

/** An answer with a number of the upstream's own. */
const answerOf = (call: CallName, number: number, data: Record<string, unknown>) => {
  const { wire } = endpointOf(calls[call], 'web')
  return new Response(JSON.stringify(wires[wire].seal({ ok: false, number, description: '', data })), { status: 403 })
}

/** One form of each part of the app. */
const oneOfEachPart = [...new Map(formCases.map((each) => [each.url.split('/')[1], each])).values()]

const asked = [
  {
    what: 'a decision, whatever its number,',
    answer: (call: CallName) =>
      answerOf(call, 4711, { decision: { code: 3061, subtype: 'slide', ticket: 'decision-of-a-test-0001' } }),
    cases: formCases,
  },
  {
    // No form reads it: each gets the same requirement from the two.
    what: '2046 without ways',
    answer: (call: CallName) => answerOf(call, 2046, { sms_code_key: 'key-of-a-second-verification' }),
    cases: oneOfEachPart,
  },
]

describe.each(asked)('$what', ({ answer, cases }) => {
  it.each(named(cases))('happy: at %s, a step-up of the call %s retries the call', async (url, call, formCase) => {
    const { fields } = formCase
    const browser = await browserAt(fake, formCase)
    fake.answer(call, (received) =>
      isProven(received) ? (refuse('too_many_requests', { retry_after: 30 }) as never) : answer(call),
    )
    fake.answers({ getCaptcha: () => challenge('slide'), verifyCaptcha: done({ captcha_ticket: solved }) })

    const shown = await browser.show(url, { fields })
    expect(shown).toMatchObject({ status: 200, location: null })
    expect(shown.main).toContain('<h1>Security check</h1>')

    const files = Object.entries(fields).filter(([, value]) => value instanceof File)
    const solving = { parked: parkedIn(shown.main), 'answer.x': '5', 'answer.y': '6', ...Object.fromEntries(files) }
    const landed = await browser.submit(url, solving)
    expect(formOf(landed).stepUp).toBeUndefined()
    expect(landed.status).toBe('resend_code' in fields ? 303 : 429)
    const made = fake.received.filter(({ name }) => name === call)
    expect(made.map(isProven).slice(-2)).toEqual([false, true])
    expect(made.at(-1)?.input).toEqual(made.at(-2)?.input)
  })
})
