import { expect, it } from 'vitest'
import type { OperatorCallName } from '#contract/operator/operator-calls'
import type { OperatorScope } from '#contract/operator/operator-power'
import { type Fields, openBrowser, type withFakeAccountApi } from '#tests/app/browser/browser'
import type { DataOf } from '~/features/desk/act'

type Fake = ReturnType<typeof withFakeAccountApi>

/** A browser at the desk, of an operator with these scopes. */
export const browserAtDesk = (fake: Fake, scopes: OperatorScope[] = ['all'], language = 'en') => {
  fake.operator.be({ scopes })
  const browser = openBrowser({ language })
  browser.enterDesk()
  return browser
}

/** The main part of a page of the desk, as an operator with these scopes sees it. */
export const mainAtDesk = (fake: Fake, url: string, scopes?: OperatorScope[]): Promise<string> =>
  browserAtDesk(fake, scopes).mainAt(url)

/** The account API gives these answers to the desk from now on. */
export const answerDesk = (fake: Fake, answers: { [Name in OperatorCallName]?: DataOf<Name> }): void => {
  for (const [name, data] of Object.entries(answers))
    fake.operator.answer(name as OperatorCallName, () => ({ ok: true, data }) as never)
}

/** The inputs of a call that the desk has made. */
export const madeAtDesk = (fake: Fake, call: string) =>
  fake.operator.received.filter(({ name }) => name === call).map(({ input }) => input)

/** A form of the desk: its page, the scope that is not enough for it, and the call that it makes. */
interface DeskForm {
  url: string
  call: string
  fields: Fields
  /** Any but the one that it needs. */
  wrongScope: OperatorScope
}

/** What is the same for each form of the desk: who may send it. */
export const itIsForOperators = (fake: Fake, forms: DeskForm[], { isForReaders = [] as string[] } = {}): void => {
  const named = forms.map((form) => [form.url, form.call, form] as const)

  it.each(named)(
    'security: %s does not let an operator with another scope make the call %s',
    async (url, call, form) => {
      const browser = browserAtDesk(fake, [form.wrongScope])
      expect((await browser.submit(url, form.fields)).status).toBe(403)
      expect((await browser.visit(url)).status).toBe(403)
      expect(madeAtDesk(fake, call)).toEqual([])
    },
  )

  it.each(named.filter(([, call]) => !isForReaders.includes(call)))(
    'security: %s does not let a read-only operator make the call %s',
    async (url, call, form) => {
      expect((await browserAtDesk(fake, ['read']).submit(url, form.fields)).status).toBe(403)
      expect(madeAtDesk(fake, call)).toEqual([])
    },
  )

  it.each(named)('security: %s redirects a browser without a session to the sign-in', async (url, call, form) => {
    const browser = openBrowser()
    for (const landed of [await browser.visit(url), await browser.submit(url, form.fields)])
      expect(landed).toMatchObject({ status: 303, location: expect.stringMatching(/^\/desk\/sign-in\?to=/) })
    expect(madeAtDesk(fake, call)).toEqual([])
  })

  it.each(named)('security: %s does not exist at the public address', async (url, call, form) => {
    const browser = browserAtDesk(fake)
    const context = { door: undefined } as never
    expect((await browser.submit(url, form.fields, { context })).status).toBe(404)
    expect(madeAtDesk(fake, call)).toEqual([])
  })

  it.each(named)(
    'security: a form at %s with another browser’s form token, or none, does not make the call %s',
    async (url, call, form) => {
      const browser = browserAtDesk(fake)
      for (const token of [openBrowser().formToken(), ''])
        expect((await browser.submit(url, form.fields, { token })).status).toBe(403)
      expect(madeAtDesk(fake, call)).toEqual([])
    },
  )
}
