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
  it.each(forms.map((form) => [form.url, form.call, form] as const))(
    'security: %s lets nobody make the call %s without its scope, a session, the form token or the desk’s address',
    async (url, call, { fields, wrongScope }) => {
      const other = browserAtDesk(fake, [wrongScope])
      expect((await other.submit(url, fields)).status).toBe(403)
      expect((await other.visit(url)).status).toBe(403)
      if (!isForReaders.includes(call))
        expect((await browserAtDesk(fake, ['read']).submit(url, fields)).status).toBe(403)
      const outside = openBrowser()
      for (const landed of [await outside.visit(url), await outside.submit(url, fields)])
        expect(landed).toMatchObject({ status: 303, location: expect.stringMatching(/^\/desk\/sign-in\?to=/) })
      const browser = browserAtDesk(fake)
      for (const token of [openBrowser().formToken(), ''])
        expect((await browser.submit(url, fields, { token })).status).toBe(403)
      const atPublicAddress = { door: undefined } as never
      expect((await browser.submit(url, fields, { context: atPublicAddress })).status).toBe(404)
      expect(madeAtDesk(fake, call)).toEqual([])
    },
  )
}
