import { useTranslation } from 'react-i18next'
import type { DataOf } from '~/features/desk/act'
import { useMoment } from '~/features/desk/use-moment'
import { ShownOnce } from '~/ui/shown-once'
import { webhookPath } from './webhook-acts'

/** A newly added webhook, with its secret. */
export const AddedWebhook = ({ data: { webhook_id, secret } }: { data: DataOf<'addWebhook'> }) => (
  <ShownSecret title="desk.webhooks.added_now" webhook={webhook_id} secret={secret} />
)

/** The new secret of a webhook, and until when the previous one also signs. */
export const RotatedSecret = ({ data, webhook }: { data: DataOf<'rotateWebhook'>; webhook: string }) => {
  const { t } = useTranslation()
  const time = useMoment()(data.both_until)
  return (
    <ShownSecret
      title="desk.webhooks.rotated"
      webhook={webhook}
      secret={data.secret}
      more={t('desk.webhooks.both', { time })}
    />
  )
}

interface ShownSecretProps {
  title: string
  webhook: string
  secret: string
  more?: string
}

const ShownSecret = ({ title, webhook, secret, more }: ShownSecretProps) => (
  <ShownOnce
    title={title}
    once="desk.webhooks.shown_once"
    facts={{ 'desk.webhooks.id': { copied: webhook }, 'desk.webhooks.secret': { copied: secret } }}
    keep="desk.webhooks.keep_secret"
    kept="desk.webhooks.kept"
    path={webhookPath({ webhook })}
  >
    {more !== undefined && <p>{more}</p>}
  </ShownOnce>
)
