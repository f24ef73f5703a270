import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { OperatorCalls } from '#contract/operator/operator-calls'
import { purposeText } from '~/features/desk/purpose-text'
import { useMoment } from '~/features/desk/use-moment'
import { type Facts, SummaryList } from '~/ui/summary-list'

type Failed = z.output<OperatorCalls['listFailedMessages']['output']>['messages'][number]

/** A failed message: its recipient, its purpose, and the error. */
export const useMessageFacts = () => {
  const { t } = useTranslation()
  const moment = useMoment()
  return (message: Failed): Facts => {
    const { id, to, purpose, written_at, attempts, next_attempt_at, given_up_at, answer } = message
    return {
      'desk.messages.to': to ?? t('desk.messages.to_workplace'),
      'desk.messages.purpose': purposeText(t, purpose),
      ...(answer !== null && { 'desk.messages.answer': answer }),
      'desk.messages.next':
        given_up_at === null ? moment(next_attempt_at) : `${t('desk.messages.given_up')} ${moment(given_up_at)}`,
      'desk.messages.written': moment(written_at),
      'desk.messages.attempts': String(attempts),
      'desk.messages.id': { copied: id },
    }
  }
}

export const MessageFacts = ({ message }: { message: Failed }) => <SummaryList facts={useMessageFacts()(message)} />
