import { useTranslation } from 'react-i18next'
import { baseInfos, otherInfos, ownInfos } from '#contract/organisations/organisation-infos'
import type { PageHandle } from '~/document/page-handle'
import { type ActingAs, inSubject, requireActing } from '~/features/organisations/acting.server'
import { ActingLine } from '~/features/organisations/acting-header'
import { BackToOrganisations } from '~/features/organisations/back-to-organisation'
import { hasPowers } from '~/features/organisations/management/desk-pages'
import { may } from '~/features/organisations/management/may'
import { organisationPath } from '~/features/organisations/organisation-path'
import { useDay } from '~/features/organisations/use-day'
import { Picture } from '~/features/pictures/picture'
import { regionName } from '~/forms/values/regions'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash/flash.server'
import { useIsOpen } from '~/navigation/open-pages/use-open-pages'
import { isAbsent } from '~/runtime/absent-calls.server'
import { api } from '~/runtime/api.server'
import { FlashMessage } from '~/ui/flash-message'
import { OpenLink } from '~/ui/open-link'
import { SummaryList } from '~/ui/summary-list'
import { Applications, Latest, People, readsLog } from './overview'

// An organisation at a glance: tasks of the acting member, its people, the latest acts, and its details. For a plain
// member: its manager, and its applications. If it has no other members: the first steps. Below is the list of the
// organisation's pages, which each of them has.
export const handle: PageHandle = { title: 'organisation.overview' }

export const loader = async (args: LoaderFunctionArgs) => {
  const acting = await requireActing(args, 'member', { whenSuspended: true, withManager: true })
  const client = await api(args)
  const isPlain = !hasPowers(acting) && acting.subject.frozen_by === null
  const [log, own] = await Promise.all([
    readsLog(acting) &&
      !isAbsent('listSubjectLog') &&
      client.listSubjectLog({ ...inSubject(args), page_size: mostLatest }),
    isPlain && !isAbsent('listMemberClients') && client.listMemberClients(inSubject(args)),
  ])
  return reply({
    acting,
    entries: log !== false && log.ok ? log.data.entries : [],
    clients: own !== false && own.ok ? own.data.clients : [],
    notice: flashOf(args.request),
  })
}

/** How many of the latest acts are shown. */
const mostLatest = 5

export default function Organisation() {
  const { t, i18n } = useTranslation()
  const day = useDay()
  const { acting, entries, clients, notice } = useLoaderData<typeof loader>()
  const { subject } = acting
  const { short_name, region, website } = ownInfos(baseInfos, subject.base_infos)
  return (
    <>
      {subject.logo && <Picture kind="avatar" picture={subject.logo} width={64} />}
      <h1>{subject.subject_name}</h1>
      <ActingLine acting={acting} />
      <FlashMessage notice={notice} />
      {subject.frozen_by !== null && <p>{t(`frozenBy.${subject.frozen_by}`)}</p>}
      {subject.second_factor_due && (
        <p>
          {t('organisation.factor_due', { day: day(subject.second_factor_due) })}{' '}
          <OpenLink path="/settings/authenticator">{t('organisation.factor_set_up')}</OpenLink>
        </p>
      )}
      {!hasPowers(acting) && <p>{t('organisation.no_powers')}</p>}
      {isAlone(acting) && <FirstSteps acting={acting} />}
      {hasPowers(acting) && subject.frozen_by === null && <People acting={acting} />}
      <Applications clients={clients} />
      <Latest acting={acting} entries={entries} />
      <h2>{t('organisation.groups.organisation')}</h2>
      <SummaryList
        facts={{
          ...(acting.manager_name && !subject.is_manager && { 'overview.manager': acting.manager_name }),
          ...(short_name && { 'organisationValue.short_name': short_name }),
          ...(region && { 'organisationValue.region': regionName(i18n.language, region) }),
          ...(website && { 'organisationValue.website': website }),
          ...otherFacts(subject.base_infos),
          ...(subject.closes_at && { 'organisation.closes': day(subject.closes_at) }),
          ...(subject.created_at && { 'organisation.since': day(subject.created_at) }),
        }}
      />
      <BackToOrganisations />
    </>
  )
}

/** Details that only the account API has, by their names. */
const otherFacts = (told: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(otherInfos(baseInfos, told)).flatMap(([name, value]) => {
      if (value === null || value === '' || value === undefined) return []
      return [[name, typeof value === 'object' ? JSON.stringify(value) : String(value)]]
    }),
  )

/** A username that an account has until its person chooses one (account-api/accounts/account/account.ts). */
const madeUp = /^user-[a-z\d]{8}$/

/** True when the acting member is alone in the organisation, and may invite others. */
const isAlone = (acting: ActingAs): boolean =>
  acting.counts?.members === 1 && acting.subject.frozen_by === null && may(acting, 'invitation.send')

/** The first tasks in an organisation without other members. Done ones are marked. */
const FirstSteps = ({ acting }: { acting: ActingAs }) => {
  const { t } = useTranslation()
  const { subject, counts } = acting
  const isOpen = useIsOpen()
  const steps = [
    { text: 'name', below: `/members/${subject.identity_id}`, isDone: !madeUp.test(subject.deputy_name) },
    { text: 'invite', below: '/invitations/new', isDone: (counts?.invitations ?? 0) > 0 },
    ...(may(acting, 'role.write') ? [{ text: 'roles', below: '/roles', isDone: (counts?.roles ?? 0) > 0 }] : []),
  ].filter(({ below }) => isOpen(organisationPath(subject, below)))
  return (
    <>
      <h2>{t('firstSteps.title')}</h2>
      <ol className="steps">
        {steps.map(({ text, below, isDone }) => (
          <li key={text}>
            <a href={organisationPath(subject, below)}>{t(`firstSteps.${text}`)}</a>
            {isDone && <> – {t('firstSteps.done')}</>}
            <br />
            <span className="hint">{t(`firstSteps.${text}_why`)}</span>
          </li>
        ))}
      </ol>
    </>
  )
}
