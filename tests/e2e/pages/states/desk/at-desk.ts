import type { OperatorCallName, OperatorCalls } from '#contract/operator/operator-calls'
import type { Outcome } from '#contract/server'
import type { AppBrowser } from '#tests/e2e/pages/app-browser'
import type { Reach } from '#tests/e2e/pages/states/state'
import { sent, told, walk, wrong } from '#tests/e2e/pages/states/steps'

/** What the account API answers to calls of the operator. */
export type OperatorAnswers = { [Name in OperatorCallName]?: Outcome<OperatorCalls[Name]> }

/** The account API answers these calls of the operator so from now on. */
export const answeringOperator =
  (answers: OperatorAnswers) =>
  ({ fake }: AppBrowser): void => {
    for (const [name, outcome] of Object.entries(answers))
      fake.operator.answer(name as OperatorCallName, () => outcome as never)
  }

/** What the account API answers if it does what it is asked. */
export const ok = <Data>(data: Data) => ({ ok: true as const, data })

/** A page of the desk, opened by an operator. */
export const openedAtDesk =
  (address: string, answers: OperatorAnswers = {}, operator: Parameters<AppBrowser['enterDesk']>[0] = {}): Reach =>
  (browser) => {
    browser.enterDesk(operator)
    answeringOperator(answers)(browser)
    return browser.open(address)
  }

/** The form of the page is sent, the account API answers so, and the page says what has happened. */
export const doneAtDesk = (page: Reach, answers: OperatorAnswers, form: Record<string, string>): Reach =>
  walk(page, answeringOperator(answers), sent(form), told)

/** The form of the page is sent, the account API refuses it, and the page says what is wrong. */
export const refusedAtDesk = (
  page: Reach,
  [call, code, description = 'No.']: [call: OperatorCallName, code: string, description?: string],
  form: Record<string, string>,
): Reach => walk(page, answeringOperator({ [call]: { ok: false, code, description } } as OperatorAnswers), wrong(form))
