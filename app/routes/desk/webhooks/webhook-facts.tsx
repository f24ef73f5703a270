import { useTranslation } from 'react-i18next'
import type { WebhookShown } from '#contract/operator/messages/webhooks-calls'
import type { DataOf } from '~/features/desk/act'
import { clientAtDesk, organisationAtDesk } from '~/features/desk/desk-paths'
import { useMoment } from '~/features/desk/use-moment'
import { type Facts, SummaryList } from '~/ui/summary-list'
import { deadPath } from './webhook-acts'

/** Whether a webhook is notified of events, and why not. */
const useWebhookState = () => {
  const { t } = useTranslation()
  const moment = useMoment()
  return ({ disabled_at, disabled_because, failing_since, answered_at }: WebhookShown): string => {
    if (disabled_at !== null) return t(`desk.webhooks.off.${disabled_because}`, { time: moment(disabled_at) })
    if (failing_since !== null) return t('desk.webhooks.failing', { time: moment(failing_since) })
    return answered_at === null ? t('desk.webhooks.on_so_far') : t('desk.webhooks.on', { time: moment(answered_at) })
  }
}

/** A webhook: its events, their owner, and its last answers. */
export const useWebhookFacts = () => {
  const { t } = useTranslation()
  const moment = useMoment()
  const stateOf = useWebhookState()
  const scopeOf = ({ client_key, sec_subject_uid }: WebhookShown): Facts[string] => {
    if (client_key !== null) return { value: client_key, path: clientAtDesk(client_key), link: 'desk.webhooks.open' }
    return sec_subject_uid === null
      ? t('desk.webhooks.of_operator')
      : { value: sec_subject_uid, path: organisationAtDesk(sec_subject_uid), link: 'desk.webhooks.open' }
  }
  return (webhook: WebhookShown): Facts => {
    const { webhook_id, events, created_at, answer } = webhook
    return {
      'desk.webhooks.state': stateOf(webhook),
      ...(answer !== null && { 'desk.webhooks.answer': answer }),
      'desk.webhooks.events': events.join(t('desk.between')),
      'desk.webhooks.of': scopeOf(webhook),
      'desk.webhooks.added': moment(created_at),
      'desk.webhooks.id': { copied: webhook_id },
    }
  }
}

export const WebhookFacts = ({ of }: { of: WebhookShown }) => <SummaryList facts={useWebhookFacts()(of)} />

/** The account API counts up to this number. */
const mostCounted = 1000

/** Facts that no list shows: the address of a webhook, and how many deliveries wait. */
export const WebhookDetails = ({ of: webhook }: { of: DataOf<'showWebhook'> }) => {
  const moment = useMoment()
  const { webhook_id, url, waiting, dead, both_secrets_until } = webhook
  const number = (count: number) => (count >= mostCounted ? `${count}+` : String(count))
  return (
    <SummaryList
      facts={{
        'desk.webhooks.url': { copied: url },
        'desk.webhooks.waiting': number(waiting),
        'desk.webhooks.dead': {
          value: number(dead),
          path: deadPath({ webhook: webhook_id }),
          link: 'desk.webhooks.open',
        },
        ...(both_secrets_until !== null && { 'desk.webhooks.both_until': moment(both_secrets_until) }),
      }}
    />
  )
}
