import { type ActField, act, reasonForLog } from '~/features/desk/act'
import { scopeChoices } from '~/features/desk/scope-choices'

const label: ActField = {
  kind: 'line',
  maxLength: 60,
  refused: { missing: 'desk.keys.label_missing', too_long: 'desk.keys.label_wrong', invalid: 'desk.keys.label_wrong' },
}

export const makeKey = act('makeKey', {
  fields: {
    name: { ...label, label: 'desk.keys.name', hint: 'desk.keys.name_hint' },
    holder: { ...label, label: 'desk.keys.holder', hint: 'desk.keys.holder_hint' },
    scopes: scopeChoices,
    days: {
      kind: 'number',
      label: 'desk.keys.days',
      hint: 'desk.keys.days_hint',
      refused: { invalid: 'desk.keys.days_wrong' },
    },
    reason: reasonForLog,
  },
})

const revoked = { path: '/desk/keys', notice: 'operator_key_revoked' } as const

export const revokeKey = act('revokeKey', {
  fields: { reason: reasonForLog },
  fixed: ({ key = '' }) => ({ key_id: key }),
  done: () => revoked,
  // The second of two clicks finds it done.
  otherwise: (code) => (code === 'already' ? revoked : undefined),
  isDanger: true,
})
