import { useTranslation } from 'react-i18next'
import type { DataOf } from '~/features/desk/act'
import { useMoment } from '~/features/desk/use-moment'
import { type Facts, SummaryList } from '~/ui/summary-list'

type Delivery = DataOf<'listDeadDeliveries'>['deliveries'][number]

/** A dead letter: its event, and the answer to the last attempt. */
export const useDeliveryFacts = () => {
  const { t } = useTranslation()
  const moment = useMoment()
  return (delivery: Delivery): Facts => {
    const { delivery_id, event_id, type, written_at, attempts, answer } = delivery
    return {
      'desk.webhooks.event': type === null ? t('desk.webhooks.event_erased') : { copied: type },
      'desk.messages.written': moment(written_at),
      'desk.messages.attempts': String(attempts),
      ...(answer !== null && { 'desk.webhooks.answer': answer }),
      ...(event_id !== null && { 'desk.webhooks.event_id': { copied: event_id } }),
      'desk.webhooks.delivery_id': { copied: delivery_id },
    }
  }
}

export const DeliveryFacts = ({ of }: { of: Delivery }) => <SummaryList facts={useDeliveryFacts()(of)} />
