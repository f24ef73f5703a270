import { beforeEach } from 'vitest'
import type { OperatorCallName } from '#contract/operator/operator-calls'
import type { OperatorScope } from '#contract/operator/operator-power'
import { openBrowser, type withFakeAccountApi } from '#tests/app/browser/browser'
import type { DataOf } from '~/features/desk/act'
import { deskAnswers } from './samples'

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

/** The account API gives the usual answers to the desk in each test. Decides another answer. */
export const withDeskAnswers = (fake: Fake) => {
  const answer = (call: string, outcome: object) =>
    fake.operator.answer(call as OperatorCallName, () => outcome as never)
  beforeEach(() => {
    for (const [call, outcome] of Object.entries(deskAnswers)) answer(call, outcome)
  })
  return answer
}

/** The inputs of a call that the desk has made. */
export const madeAtDesk = (fake: Fake, call: string) =>
  fake.operator.received.filter(({ name }) => name === call).map(({ input }) => input)
