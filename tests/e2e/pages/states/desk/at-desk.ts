import type { OperatorCallName, OperatorCalls } from '#contract/operator/operator-calls'
import type { Outcome } from '#contract/server'
import type { AppBrowser } from '#tests/e2e/pages/app-browser'
import type { Reach } from '#tests/e2e/pages/states/state'

/** What the account API answers to calls of the operator. */
export type OperatorAnswers = { [Name in OperatorCallName]?: Outcome<OperatorCalls[Name]> }

/** The account API answers these calls of the operator so from now on. */
export const answeringOperator =
  (answers: OperatorAnswers) =>
  ({ fake }: AppBrowser): void => {
    for (const [name, outcome] of Object.entries(answers))
      fake.operator.answer(name as OperatorCallName, () => outcome as never)
  }

/** A page of the desk, opened by an operator. */
export const openedAtDesk =
  (
    address: string,
    {
      answers = {},
      operator = {},
    }: { answers?: OperatorAnswers; operator?: Parameters<AppBrowser['enterDesk']>[0] } = {},
  ): Reach =>
  (browser) => {
    browser.enterDesk(operator)
    answeringOperator(answers)(browser)
    return browser.open(address)
  }
