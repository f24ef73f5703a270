import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { useScopeWords } from '~/features/authorisation/scope-text'
import { requireActing } from '~/features/organisations/acting.server'
import { ActingHeader } from '~/features/organisations/acting-header'
import { BackToClients } from '~/features/organisations/back-to-organisation'
import { organisationPath } from '~/features/organisations/organisation-path'
import { useDay } from '~/features/organisations/use-day'
import { Picture } from '~/features/pictures/picture'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash/flash.server'
import { clientStateText } from '~/routes/settings/organisations/$subject/applications/client-text'
import { requireClient } from '~/routes/settings/organisations/$subject/applications/clients.server'
import { FlashMessage } from '~/ui/flash-message'
import { LinkList } from '~/ui/link-list'
import { SummaryList } from '~/ui/summary-list'
import { SupportLink } from '~/ui/support-link'

// An application of an organisation: the facts that its developers need, and links to its acts.
export const handle: PageHandle = {
  title: 'clients.title',
  named: (data) => (data as { client: { name: string } }).client.name,
}

export const loader = async (args: LoaderFunctionArgs) => {
  const acting = await requireActing(args, 'application.manage', { whenSuspended: true })
  return reply({ acting, ...(await requireClient(args)), notice: flashOf(args.request) })
}

export default function Application() {
  const { t } = useTranslation()
  const day = useDay()
  const words = useScopeWords()
  const { acting, client, issuer, notice } = useLoaderData<typeof loader>()
  const { is_confidential, disabled_by, previous_secret_until } = client
  const isSuspended = acting.subject.frozen_by !== null
  const below = (path: string) => organisationPath(acting.subject, `/applications/${client.client_key}${path}`)
  return (
    <>
      <h1>
        <bdi>{client.name}</bdi>
      </h1>
      <ActingHeader acting={acting} />
      <FlashMessage notice={notice} />
      {client.icon && (
        <p>
          <Picture kind="avatar" picture={client.icon} width={64} alt={t('clients.icon')} />
        </p>
      )}
      {isSuspended && <p>{t('clients.frozen')}</p>}
      {disabled_by === 'operator' && (
        <>
          <p>{t('clients.disabled_text')}</p>
          <SupportLink />
        </>
      )}
      <SummaryList
        facts={{
          'clients.state': clientStateText(t, client),
          'clients.since': day(client.created_at),
          ...(client.service_scopes.length > 0 && {
            'clients.registered_by': client.registered_by ?? t('clients.registered_by_nobody'),
            'clients.service_scopes': client.service_scopes.map(words).join(t('layout.comma')),
            'clients.last_used': client.last_used_at === null ? t('clients.never_used') : day(client.last_used_at),
          }),
          'clients.scopes': client.scopes.map((scope) => t(`authorisation.scope.${scope}`)).join(t('layout.comma')),
        }}
      />
      <h2>{t('clients.for_developers')}</h2>
      <SummaryList
        facts={{
          'clients.issuer': { copied: issuer },
          'clients.client_id': { copied: client.client_key },
          'clients.secret': t(is_confidential ? 'clients.secret_kept' : 'clients.secret_none'),
          ...(previous_secret_until !== null && {
            'clients.previous_secret': t('clients.good_until', { day: day(previous_secret_until) }),
          }),
          ...(client.secret_expires_at !== null && { 'clients.secret_expires': day(client.secret_expires_at) }),
          ...(client.logout_url !== null && { 'clients.logout_url': { copied: client.logout_url } }),
        }}
      />
      <p className="hint">{t(client.requires_pkce ? 'clients.developer_rules' : 'clients.developer_rules_no_pkce')}</p>
      <Addresses title="clients.redirect_uris" urls={client.redirect_uris} />
      <Addresses title="clients.post_logout_uris" urls={client.post_logout_uris} />
      {!isSuspended && (
        <LinkList
          title="clients.administer"
          links={{
            [below('/change')]: 'clients.change',
            [below('/icon')]: 'clients.change_icon',
            ...(is_confidential && { [below('/secret')]: 'clients.rotate' }),
            ...(disabled_by !== 'operator' && {
              [below('/disable')]: disabled_by === null ? 'clients.disable' : 'clients.enable',
            }),
            [below('/remove')]: 'clients.remove',
          }}
        />
      )}
      <BackToClients subject={acting.subject} />
    </>
  )
}

const Addresses = ({ title, urls }: { title: string; urls: readonly string[] }) => {
  const { t } = useTranslation()
  if (urls.length === 0) return null
  return (
    <>
      <h2>{t(title)}</h2>
      <ul>
        {urls.map((url) => (
          <li key={url}>
            <code>{url}</code>
          </li>
        ))}
      </ul>
    </>
  )
}
