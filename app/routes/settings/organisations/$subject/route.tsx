import { useTranslation } from 'react-i18next'
import type { Needed } from '#contract/permissions'
import type { PageHandle } from '~/document/page-handle'
import { regionName } from '~/forms/regions'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { dayIn } from '~/i18n/dates'
import { flashOf } from '~/navigation/flash.server'
import { may, requireActing } from '~/organisation/acting.server'
import { ActingHeader } from '~/organisation/acting-header'
import { BackToOrganisations } from '~/organisation/back-to-organisation'
import { organisationPath } from '~/organisation/organisation-path'
import { FlashMessage } from '~/ui/flash-message'
import { LinkList } from '~/ui/link-list'
import { SummaryList } from '~/ui/summary-list'

// An organisation at a glance, and links to what the member may do in it.
export const handle: PageHandle = { title: 'organisation.title' }

/** The pages of an organisation, each with its link and what it needs. */
const pages: readonly { below: string; text: string; needed: Needed }[] = [
  { below: '/details', text: 'organisation.links.details', needed: 'organisation.update' },
  { below: '/log', text: 'organisation.links.log', needed: 'log.read' },
  { below: '/invitations', text: 'organisation.links.invitations', needed: 'invitation.read' },
  { below: '/members', text: 'organisation.links.members', needed: 'member.read' },
  { below: '/roles', text: 'organisation.links.roles', needed: 'role.read' },
]

export const loader = async (args: LoaderFunctionArgs) => {
  const acting = await requireActing(args)
  const links = pages
    .filter(({ needed }) => may(acting, needed))
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
  const { acting, links, own, notice } = useLoaderData<typeof loader>()
  const { subject } = acting
  const { short_name, region, website } = subject.base_infos
  return (
    <>
      <ActingHeader acting={acting} />
      <h1>{subject.subject_name}</h1>
      <FlashMessage notice={notice} />
      <SummaryList
        facts={{
          ...(short_name && { 'organisationValue.short_name': short_name }),
          ...(region && { 'organisationValue.region': regionName(i18n.language, region) }),
          ...(website && { 'organisationValue.website': website }),
          'organisation.since': dayIn(i18n.language, null, subject.created_at),
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
