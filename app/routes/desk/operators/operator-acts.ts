import { act, reasonForPeople } from '~/features/desk/act'
import { scopeChoices } from '~/features/desk/scope-choices'

const list = '/desk/operators'

export const addOperator = act('addOperator', {
  fields: {
    user_id: {
      kind: 'line',
      label: 'desk.operators.user_id',
      hint: 'desk.operators.user_id_hint',
      maxLength: 64,
      refused: { missing: 'desk.operators.user_id_missing' },
    },
    scopes: scopeChoices,
    reason: reasonForPeople,
  },
  done: () => ({ path: list, notice: 'operator_added' }),
  at: { no_such_user: 'user_id' },
})

export const removeOperator = act('removeOperator', {
  fields: { reason: reasonForPeople },
  fixed: ({ user = '' }) => ({ user_id: user }),
  done: () => ({ path: list, notice: 'operator_removed' }),
  // The second of two clicks finds it done.
  otherwise: (code) => (code === 'no_such_operator' ? { path: list, notice: 'operator_removed' } : undefined),
  isDanger: true,
})
