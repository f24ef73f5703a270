import { useTranslation } from 'react-i18next'
import type { OperatorShown } from '#contract/operator/access/operators-calls'
import { scopeText } from '~/features/operator/scope-choices'
import { useMoment } from '~/features/operator/use-moment'
import { SummaryList } from '~/ui/summary-list'

/** An operator: what they may do, since when, and by whom. */
export const OperatorFacts = ({ of: shown }: { of: OperatorShown }) => {
  const { t } = useTranslation()
  const moment = useMoment()
  const { user_id, username, scopes, added_at, added_by } = shown
  return (
    <SummaryList
      facts={{
        'desk.operators.username': username,
        'desk.operators.user_id': { copied: user_id },
        'desk.scopes': scopes.map((scope) => t(scopeText(scope))).join(t('desk.between')),
        'desk.operators.since': moment(added_at),
        'desk.operators.added_by': { copied: added_by },
      }}
    />
  )
}
