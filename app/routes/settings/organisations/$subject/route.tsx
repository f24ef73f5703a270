import { useTranslation } from 'react-i18next'
import type { Needed } from '#contract/terms/permissions'
import type { PageHandle } from '~/document/page-handle'
import { may, requireActing } from '~/features/organisation/acting.server'
import { ActingLine } from '~/features/organisation/acting-header'
import { BackToOrganisations } from '~/features/organisation/back-to-organisation'
import { organisationPath } from '~/features/organisation/organisation-path'
import { useDay } from '~/features/organisation/use-day'
import { regionName } from '~/forms/values/regions'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash.server'
import { FlashMessage } from '~/ui/flash-message'
import { LinkList } from '~/ui/link-list'
import { SummaryList } from '~/ui/summary-list'

// An organisation at a glance, and links to what the member may do in it.
export const handle: PageHandle = { title: 'organisation.title' }

/** The pages of an organisation, each with its link, what it needs, and whether its manager sees it while it is frozen. */
const pages: readonly { below: string; text: string; needed: Needed; whenFrozen?: true }[] = [
  { below: '/details', text: 'organisation.links.details', needed: 'organisation.update' },
  { below: '/log', text: 'organisation.links.log', needed: 'log.read' },
  { below: '/invitations', text: 'organisation.links.invitations', needed: 'invitation.read' },
  { below: '/members', text: 'organisation.links.members', needed: 'member.read' },
  { below: '/members/waiting', text: 'organisation.links.waiting', needed: 'member.create' },
  { below: '/roles', text: 'organisation.links.roles', needed: 'role.read' },
  { below: '/domains', text: 'organisation.links.domains', needed: 'domain.manage' },
  { below: '/applications', text: 'organisation.links.applications', needed: 'application.manage', whenFrozen: true },
  { below: '/manager', text: 'organisation.links.manager', needed: 'manager', whenFrozen: true },
  { below: '/freeze', text: 'organisation.links.freeze', needed: 'organisation.freeze', whenFrozen: true },
  { below: '/close', text: 'organisation.links.close', needed: 'manager', whenFrozen: true },
]

export const loader = async (args: LoaderFunctionArgs) => {
  const acting = await requireActing(args, 'member', { whenFrozen: true })
  const isFrozen = acting.subject.frozen_by !== null
  const links = pages
    .filter(({ needed, whenFrozen }) => may(acting, needed) && (!isFrozen || whenFrozen))
    .map(({ below, text }) => [organisationPath(acting.subject, below), text] as const)
  const { subject } = acting
  const own = {
    [organisationPath(subject, `/members/${subject.identity_id}`)]: 'organisation.links.own',
    ...(!subject.is_manager && { [organisationPath(subject, '/leave')]: 'organisation.links.leave' }),
  }
  return reply({ acting, links: Object.fromEntries(links), own, notice: flashOf(args.request) })
}

export default function Organisation() {
  const { t, i18n } = useTranslation()
  const day = useDay()
  const { acting, links, own, notice } = useLoaderData<typeof loader>()
  const { subject } = acting
  const { short_name, region, website } = subject.base_infos
  return (
    <>
      <h1>{subject.subject_name}</h1>
      <ActingLine acting={acting} />
      <FlashMessage notice={notice} />
      {subject.frozen_by !== null && <p>{t(`frozenBy.${subject.frozen_by}`)}</p>}
      <SummaryList
        facts={{
          ...(short_name && { 'organisationValue.short_name': short_name }),
          ...(region && { 'organisationValue.region': regionName(i18n.language, region) }),
          ...(website && { 'organisationValue.website': website }),
          ...(subject.closes_at && { 'organisation.closes': day(subject.closes_at) }),
          ...(subject.created_at && { 'organisation.since': day(subject.created_at) }),
        }}
      />
      {Object.keys(links).length > 0 ? (
        <LinkList title="organisation.administer" links={links} />
      ) : (
        <p>{t('organisation.no_powers')}</p>
      )}
      <LinkList title="organisation.own" links={own} />
      <BackToOrganisations />
    </>
  )
}
