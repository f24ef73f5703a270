import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { inSubject, requireActing } from '~/features/organisations/acting.server'
import { ActingHeader } from '~/features/organisations/acting-header'
import { BackToOrganisation } from '~/features/organisations/back-to-organisation'
import { organisationPath } from '~/features/organisations/organisation-path'
import { useDay } from '~/features/organisations/use-day'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash/flash.server'
import { requireData } from '~/navigation/guards/guards.server'
import { api } from '~/runtime/api.server'
import { FlashMessage } from '~/ui/flash-message'
import { clientStateText } from './client-text'

// The applications that an organisation has registered for open authorisation.
export const handle: PageHandle = { title: 'clients.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  const acting = await requireActing(args, 'application.manage', { whenSuspended: true })
  const answer = await (await api(args)).listSubjectClients(inSubject(args))
  const { clients, most } = await requireData(args, answer)
  return reply({ acting, clients, most, notice: flashOf(args.request) })
}

export default function Applications() {
  const { t } = useTranslation()
  const day = useDay()
  const { acting, clients, most, notice } = useLoaderData<typeof loader>()
  const isSuspended = acting.subject.frozen_by !== null
  return (
    <>
      <h1>{t('clients.title')}</h1>
      <ActingHeader acting={acting} />
      <FlashMessage notice={notice} />
      {isSuspended && <p>{t('clients.frozen')}</p>}
      {clients.length === 0 && <p>{t('clients.none')}</p>}
      {clients.length > 0 && (
        <ul className="rows">
          {clients.map((client) => (
            <li key={client.client_key}>
              <a href={organisationPath(acting.subject, `/applications/${client.client_key}`)}>
                <bdi>{client.name}</bdi>
              </a>
              <p>
                {clientStateText(t, client)}
                {client.service_scopes.length > 0 && (
                  <>
                    <br />
                    {t('clients.service_line', {
                      name: client.registered_by ?? t('clients.registered_by_nobody'),
                      used: client.last_used_at === null ? t('clients.never_used') : day(client.last_used_at),
                      until: client.secret_expires_at === null ? '' : day(client.secret_expires_at),
                    })}
                  </>
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
      {clients.length >= most && <p>{t('error.too_many_clients', { count: most })}</p>}
      {!isSuspended && clients.length < most && (
        <p>
          <a className="button" href={organisationPath(acting.subject, '/applications/new')}>
            {t('clients.register')}
          </a>
        </p>
      )}
      <BackToOrganisation subject={acting.subject} />
    </>
  )
}
