import { useTranslation } from 'react-i18next'
import type { DataOf } from '~/features/desk/act'
import { personAtDesk } from '~/features/desk/desk-paths'
import { useMoment } from '~/features/desk/use-moment'
import { type Facts, SummaryList } from '~/ui/summary-list'

type Recovery = DataOf<'listAwaitingRecoveries'>['recoveries'][number]

/** A recovery that waits for another operator: the person, who requested it and why, and until when it waits. */
export const useRecoveryFacts = () => {
  const { t } = useTranslation()
  const moment = useMoment()
  return (recovery: Recovery): Facts => {
    const { user_id, to, reason, asked_by, asked_at, agree_until } = recovery
    return {
      'deskPerson.user_id': { value: user_id, path: personAtDesk(user_id), link: 'deskNames.person' },
      'deskRecoveries.to': to,
      'deskRecoveries.reason': reason,
      'deskRecoveries.asked_by': t('layout.detailed', { name: asked_by.holder, detail: asked_by.name }),
      'deskRecoveries.asked_at': moment(asked_at),
      'deskRecoveries.agree_until': moment(agree_until),
    }
  }
}

export const RecoveryFacts = ({ of }: { of: Recovery }) => <SummaryList facts={useRecoveryFacts()(of)} />
