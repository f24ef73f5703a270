import { useTranslation } from 'react-i18next'
import { api } from '~/api.server'
import type { PageHandle } from '~/document/page-handle'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { momentIn } from '~/i18n/dates'
import { flashOf } from '~/navigation/flash.server'
import { requireData, requireSignedIn } from '~/navigation/guards.server'
import { organisationPath } from '~/organisation/organisation-path'
import { BackToSettings } from '~/ui/back-to-settings'
import { FlashMessage } from '~/ui/flash-message'
import { PageLinks, pageOf } from '~/ui/page-links'
import { TimedText } from '~/ui/timed-text'

// The organisations in which the account has a place.
export const handle: PageHandle = { title: 'organisations.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const page = pageOf(args.request)
  const client = await api(args)
  const { subjects, has_more } = await requireData(args, await client.listSubjects({ page, page_size: 20 }))
  // Only the first page has them, so that no message that was lost strands anybody.
  const { invitations } = page === 1 ? await requireData(args, await client.myInvitations({})) : { invitations: [] }
  return reply({ subjects, invitations, page, hasMore: has_more, notice: flashOf(args.request) })
}

export default function Organisations() {
  const { t, i18n } = useTranslation()
  const { subjects, invitations, page, hasMore, notice } = useLoaderData<typeof loader>()
  // In a list of their own: the link of a row covers the whole row.
  const offers = subjects.flatMap((subject) =>
    subject.offered_until === null
      ? []
      : [
          {
            path: organisationPath(subject, '/manager'),
            name: subject.subject_name,
            until: momentIn(i18n.language, null, subject.offered_until),
            at: subject.offered_until,
          },
        ],
  )
  return (
    <>
      <h1>{t('organisations.title')}</h1>
      <FlashMessage notice={notice} />
      {invitations.length > 0 && (
        <>
          <h2>{t('organisations.invitations')}</h2>
          <ul className="rows">
            {invitations.map(({ invite_id, subject_name, inviter_name }) => (
              <li key={invite_id}>
                <a href={`/login/invitation?invite_id=${invite_id}`}>{subject_name}</a>
                <p>{t('organisations.invited_by', { name: inviter_name || t('invitations.inviter_left') })}</p>
              </li>
            ))}
          </ul>
          <h2>{t('organisations.yours')}</h2>
        </>
      )}
      {subjects.length === 0 && <p>{t('organisations.none')}</p>}
      {offers.length > 0 && (
        <ul className="rows">
          {offers.map(({ path, name, until, at }) => (
            <li key={path}>
              <a href={path}>
                <TimedText text={t('organisations.offered', { name, until })} time={until} at={at} />
              </a>
            </li>
          ))}
        </ul>
      )}
      {subjects.length > 0 && (
        <ul className="rows">
          {subjects.map((subject) => (
            <li key={subject.sec_subject_uid}>
              <a href={organisationPath(subject)}>{subject.subject_name}</a>
              <p>
                {t(subject.is_manager ? 'organisations.managed_as' : 'organisations.member_as', {
                  name: subject.deputy_name,
                })}
                {subject.is_frozen === 1 && ` · ${t('organisations.frozen')}`}
              </p>
            </li>
          ))}
        </ul>
      )}
      <PageLinks page={page} hasMore={hasMore} />
      <p>
        <a className="button" href="/settings/organisations/new">
          {t('organisations.create')}
        </a>
      </p>
      <BackToSettings />
    </>
  )
}
