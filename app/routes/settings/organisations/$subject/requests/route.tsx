import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { inSubject, requireActing } from '~/features/organisations/acting.server'
import { ActingHeader } from '~/features/organisations/acting-header'
import { BackToInvitations } from '~/features/organisations/back-to-organisation'
import { organisationPath } from '~/features/organisations/organisation-path'
import { useDay } from '~/features/organisations/use-day'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash/flash.server'
import { requireData } from '~/navigation/guards/guards.server'
import { api } from '~/runtime/api.server'
import { FlashMessage } from '~/ui/flash-message'
import { keyOf, NextLinks } from '~/ui/page-links'

// The people who ask to join an organisation. Each leads to a page that accepts or declines.
export const handle: PageHandle = { title: 'joinRequests.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  const acting = await requireActing(args, 'invitation.send')
  const client = await api(args)
  const asked = { ...inSubject(args), page: 1, page_size: 20, after: keyOf(args.request) }
  const { requests, next } = await requireData(args, await client.listJoinRequests(asked))
  return reply({ acting, requests, next, notice: flashOf(args.request) })
}

export default function JoinRequests() {
  const { t } = useTranslation()
  const day = useDay()
  const { acting, requests, next, notice } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>{t('joinRequests.title')}</h1>
      <ActingHeader acting={acting} />
      <FlashMessage notice={notice} />
      <p>{t('joinRequests.text')}</p>
      {requests.some(({ former_roles }) => former_roles) && <p>{t('joinRequests.removed_text')}</p>}
      {requests.length === 0 && <p>{t('joinRequests.none')}</p>}
      {requests.length > 0 && (
        <ul className="rows">
          {requests.map(({ request_id, deputy_name, address, former_roles, asked_at }) => (
            <li key={request_id}>
              <a href={organisationPath(acting.subject, `/requests/${request_id}`)}>
                <bdi>{deputy_name}</bdi>
              </a>
              <p>
                {address && (
                  <>
                    <bdi>{address}</bdi>
                    <br />
                  </>
                )}
                {t(former_roles ? 'joinRequests.removed' : 'joinRequests.asked', { day: day(asked_at) })}
              </p>
            </li>
          ))}
        </ul>
      )}
      <NextLinks next={next} />
      <BackToInvitations subject={acting.subject} />
    </>
  )
}
