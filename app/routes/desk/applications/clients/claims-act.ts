import { type Act, act, reasonForLog } from '~/features/desk/act'

/** Parses typed JSON. Undefined: it is not JSON. */
const parsed = (typed: unknown): { rules: unknown } | undefined => {
  try {
    return { rules: JSON.parse(String(typed)) }
  } catch {
    return undefined
  }
}

const faultOf = ({ no_rules, rules }: Record<string, unknown>): string | undefined => {
  if (no_rules) return rules === undefined ? undefined : 'rules_or_none'
  // Without rules, a client gets everything, so an empty field must not mean no rules.
  if (rules === undefined) return 'rules_missing'
  return (parsed(rules)?.rules ?? null) === null ? 'rules_no_json' : undefined
}

export const claimsAct = (more: Pick<Act<'setClientClaims'>, 'fixed' | 'done' | 'limits'>) =>
  act('setClientClaims', {
    fields: {
      rules: { kind: 'text', label: 'desk.clients.rules', hint: 'desk.clients.rules_hint', maxLength: 8000 },
      no_rules: { kind: 'tick', label: 'desk.clients.no_rules' },
      reason: reasonForLog,
    },
    check: (typed): Record<string, string> => {
      const fault = faultOf(typed)
      return fault === undefined ? {} : { rules: `desk.clients.${fault}` }
    },
    shape: ({ no_rules, rules, ...others }) => ({ ...others, rules: no_rules ? null : parsed(rules)?.rules }),
    ...more,
  })
