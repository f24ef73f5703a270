import type { OperatorError } from '#contract/operator/operator-errors'
import type { Line } from '~/forms/failure-texts'
import { deskConfirm } from '~/navigation/guards/desk-sign-in.server'
import type { AnyAct } from './act'

/** A failure of a call of the operator, in the client's form. */
export interface Refused {
  code: OperatorError
  description: string
  logId?: string
}

/** The account API's text says which rule an input breaks. It is in English. */
const ownWords: OperatorError[] = ['invalid_input', 'not_possible', 'picture_refused', 'not_another_operator']

/** The errors to show for a failed act: at the field that it is about, or at the form. */
export const refusalLines = (
  { refused = {}, at = {} }: Pick<AnyAct, 'refused' | 'at'>,
  { code, description, logId = '' }: Refused,
): Line[] => {
  const field = at[code]
  const key = refused[code] ?? `operatorError.${code}`
  return [
    {
      key,
      values: { logId },
      ...(code === 'factor_lacking' && { link: { path: deskConfirm, key: 'desk.confirm', newTab: true } }),
      ...(field !== undefined && { field, onPage: true }),
      ...(ownWords.includes(code) && refused[code] === undefined && { description }),
    },
  ]
}
