import { useTranslation } from 'react-i18next'
import type { OperatorShown } from '#contract/operator/access/operators-calls'
import { scopeText } from '~/features/desk/scope-choices'
import { useMoment } from '~/features/desk/use-moment'
import { type Facts, SummaryList } from '~/ui/summary-list'

/** An operator: their scopes, since when, and by whom. */
export const useOperatorFacts = () => {
  const { t } = useTranslation()
  const moment = useMoment()
  return (operator: OperatorShown): Facts => {
    const { user_id, username, scopes, added_at, added_by } = operator
    return {
      'desk.operators.username': username,
      'desk.operators.user_id': { copied: user_id },
      'desk.scopes': scopes.map((scope) => t(scopeText(scope))).join(t('desk.between')),
      'desk.operators.since': moment(added_at),
      'desk.operators.added_by': { copied: added_by },
    }
  }
}

export const OperatorFacts = ({ of }: { of: OperatorShown }) => <SummaryList facts={useOperatorFacts()(of)} />
