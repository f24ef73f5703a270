import { operatorScopeNames } from '#contract/operator/operator-power'
import type { ActField } from './act'

/** The message key of a scope: what an operator or a key that has it may do. */
export const scopeText = (scope: string): string => `desk.scope.${scope}`

/** What an operator or a key may do. */
export const scopeChoices: ActField = {
  kind: 'choices',
  label: 'desk.scopes',
  options: Object.fromEntries(operatorScopeNames.map((scope) => [scope, scopeText(scope)])),
  refused: { missing: 'desk.scopes_missing' },
}
