import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { organisationPath } from '~/features/organisations/organisation-path'
import { ErrorSummary } from '~/forms/error-summary'
import { ownPersonNameOrNone } from '~/forms/field-schemas'
import { type Answered, formAction } from '~/forms/form-action.server'
import { usePageForm } from '~/forms/use-page-form'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { momentIn } from '~/i18n/dates'
import { flashOf } from '~/navigation/flash/flash.server'
import { requireData, requireSignedIn } from '~/navigation/guards/guards.server'
import { useIsOpen } from '~/navigation/open-pages/use-open-pages'
import { isAbsent } from '~/runtime/absent-calls.server'
import { api } from '~/runtime/api.server'
import { BackToSettings } from '~/ui/back-to-settings'
import { FlashMessage } from '~/ui/flash-message'
import { PageLinks, pageOf } from '~/ui/page-links'
import { TimedText } from '~/ui/timed-text'
import { Joinable } from './joinable'

// The organisations of the account, and those that it may join.
export const handle: PageHandle = { title: 'organisations.title', ownForms: true }

const subjectOrNone = z.string().max(64, 'error.invalid_input').optional()

const Join = z
  .object({ join: subjectOrNone, ask: subjectOrNone, withdraw: subjectOrNone, deputy_name: ownPersonNameOrNone })
  .refine(({ join, ask, withdraw }) => (join ?? ask ?? withdraw) !== undefined, 'error.invalid_input')

const here = '/settings/organisations'
const withdrawn = { path: here, notice: 'join_request_withdrawn' } as const

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const page = pageOf(args.request)
  const client = await api(args)
  const {
    subjects,
    has_more,
    time_zone: timeZone,
  } = await requireData(args, await client.listSubjects({ page, page_size: 20 }))
  // Only the first page has the invitations, so a person whose message was lost finds them.
  const { invitations } = page === 1 ? await requireData(args, await client.myInvitations({})) : { invitations: [] }
  const { subjects: joinable } =
    page === 1 ? await requireData(args, await client.joinableSubjects({})) : { subjects: [] }
  const mayAsk = !isAbsent('askToJoin')
  const asksName = joinable.some(({ joining, request }) => joining === 'join' || (mayAsk && request === null))
  const account = asksName ? await requireData(args, await client.accountInfo({})) : undefined
  const ownName = account?.name ?? ''
  return reply({
    subjects,
    invitations,
    joinable,
    ownName,
    mayAsk,
    page,
    hasMore: has_more,
    timeZone,
    notice: flashOf(args.request),
  })
}

export const action = formAction(Join, {
  call: (client, { join = '', ask, withdraw, deputy_name }): Promise<Answered> => {
    if (withdraw !== undefined) return client.withdrawJoinRequest({ sec_subject_uid: withdraw })
    if (ask !== undefined) return client.askToJoin({ sec_subject_uid: ask, deputy_name })
    return client.joinSubject({ sec_subject_uid: join, deputy_name })
  },
  done: (_args, _data, { join = '', ask, withdraw }) => {
    if (withdraw !== undefined) return withdrawn
    if (ask !== undefined) return { path: here, notice: 'join_request_sent' }
    return { path: organisationPath({ sec_subject_uid: join }), notice: 'domain_joined' }
  },
  otherwise: (failure) => {
    if (failure.code === 'already_member') return organisationPath(failure.data)
    // The second of two clicks on a withdrawal.
    return failure.code === 'no_such_join_request' ? withdrawn : undefined
  },
})

export default function Organisations() {
  const { t, i18n } = useTranslation()
  const { subjects, invitations, joinable, ownName, mayAsk, page, hasMore, timeZone, notice } =
    useLoaderData<typeof loader>()
  const form = usePageForm<typeof Join>({ deputy_name: ownName })
  // Offers are in separate lists, because the link of a row covers the whole row.
  const offers = subjects.flatMap((subject) =>
    subject.offered_until === null
      ? []
      : [
          {
            path: organisationPath(subject, '/manager'),
            name: subject.subject_name,
            until: momentIn(i18n.language, timeZone, subject.offered_until),
            at: subject.offered_until,
          },
        ],
  )
  const isOpen = useIsOpen()
  const exits = subjects.filter(
    (subject) => (subject.is_kept_out || subject.needs_second_factor) && isOpen(organisationPath(subject, '/leave')),
  )
  const lacking = subjects.filter(({ needs_second_factor }) => needs_second_factor && isOpen('/settings/authenticator'))
  return (
    <>
      <ErrorSummary {...form} />
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
        </>
      )}
      <Joinable joinable={joinable} name={form.fields.deputy_name} mayAsk={mayAsk} timeZone={timeZone} />
      {invitations.length + joinable.length > 0 && <h2>{t('organisations.yours')}</h2>}
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
                {subject.is_frozen === 1 && ` ·\u00A0${t('organisations.frozen')}`}
              </p>
            </li>
          ))}
        </ul>
      )}
      {lacking.length > 0 && (
        <ul className="rows">
          {lacking.map(({ sec_subject_uid, subject_name }) => (
            <li key={sec_subject_uid}>
              <a href="/settings/authenticator">{t('organisations.factor_needed', { name: subject_name })}</a>
            </li>
          ))}
        </ul>
      )}
      {exits.length > 0 && (
        <ul className="rows">
          {exits.map((subject) => (
            <li key={subject.sec_subject_uid}>
              <a href={organisationPath(subject, '/leave')}>
                {t(subject.is_kept_out ? 'organisations.leave' : 'organisations.leave_without_factor', {
                  name: subject.subject_name,
                })}
              </a>
            </li>
          ))}
        </ul>
      )}
      <PageLinks page={page} hasMore={hasMore} />
      {isOpen('/settings/organisations/new') && (
        <p>
          <a className="button" href="/settings/organisations/new">
            {t('organisations.create')}
          </a>
        </p>
      )}
      <BackToSettings />
    </>
  )
}
