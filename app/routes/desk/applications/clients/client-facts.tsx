import { useTranslation } from 'react-i18next'
import type { ClientShown } from '#contract/operator/clients-calls'
import { webhookAtDesk } from '~/features/desk/desk-paths'
import { useMoment } from '~/features/desk/use-moment'
import { SummaryList } from '~/ui/summary-list'
import { useClientState } from './client-state'

export const ClientFacts = ({ client }: { client: ClientShown }) => {
  const { t } = useTranslation()
  const moment = useMoment()
  const stateOf = useClientState()
  const yesOrNo = (isSo: boolean) => t(isSo ? 'desk.yes' : 'desk.no')
  const copied = (texts: readonly string[]) =>
    texts.length === 0 ? t('desk.registered.none') : { copied: texts.join('\n') }
  const { owner, logout_url, claims, is_public, previous_secret_until, disabled_at } = client
  return (
    <SummaryList
      facts={{
        'clients.client_id': { copied: client.client_key },
        'clients.state': stateOf(client),
        ...(disabled_at !== null && { 'desk.clients.disabled_at': moment(disabled_at) }),
        'desk.clients.owner': ownerText(t, owner),
        'clients.redirect_uris': copied(client.redirect_uris),
        'clients.post_logout_uris': copied(client.post_logout_uris),
        'desk.clients.app_schemes': copied(client.app_schemes),
        'clients.logout_url': copied(logout_url === null ? [] : [logout_url]),
        'desk.clients.signals':
          client.signals === null
            ? t('desk.registered.none')
            : {
                value: client.signals.host,
                path: webhookAtDesk(client.signals.webhook_id),
                link: 'desk.webhooks.open',
              },
        'clients.scopes': { copied: client.scopes.join(' ') },
        'desk.clients.first_party': yesOrNo(client.is_first_party),
        'desk.clients.pkce': yesOrNo(client.requires_pkce),
        'desk.clients.par': yesOrNo(client.requires_par),
        'desk.clients.device': yesOrNo(client.has_device_grant),
        'desk.clients.id_token_alg': { copied: client.id_token_alg },
        'desk.clients.rules': claims ? { copied: JSON.stringify(claims) } : t('desk.clients.without_rules'),
        'clients.secret': t(is_public ? 'clients.secret_none' : 'clients.secret_kept'),
        ...(previous_secret_until !== null && {
          'clients.previous_secret': t('clients.good_until', { day: moment(previous_secret_until) }),
        }),
      }}
    />
  )
}

const ownerText = (t: ReturnType<typeof useTranslation>['t'], owner: ClientShown['owner']): string => {
  if (!owner) return t('desk.clients.of_operator')
  return owner.is_frozen ? t('desk.clients.of_suspended', { name: owner.name }) : owner.name
}
