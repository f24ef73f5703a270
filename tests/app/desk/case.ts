import type { OperatorCallName } from '#contract/operator/operator-calls'
import type { Fields } from '#tests/app/browser/browser'

/** An act: its page, its call, what is typed, the input of the call, and where it leads. Null: the answer is shown once. */
export type Case = [url: string, call: OperatorCallName, fields: Fields, input: object, to: string | null]
