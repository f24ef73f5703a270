import { type OperatorScope, operatorScopeNames } from '#contract/operator/operator-power'

const between = ' '

/** The scopes in a column. An unknown scope, of another version, is left out. */
export const scopesIn = (column: string): OperatorScope[] => {
  const names = column.split(between)
  return operatorScopeNames.filter((scope) => names.includes(scope))
}

export const scopesColumn = (scopes: readonly OperatorScope[]): string => [...new Set(scopes)].join(between)
