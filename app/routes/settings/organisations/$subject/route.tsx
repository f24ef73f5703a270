import { useTranslation } from 'react-i18next'
import { baseInfos, otherInfos, ownInfos } from '#contract/organisations/organisation-infos'
import type { PageHandle } from '~/document/page-handle'
import { requireActing } from '~/features/organisation/acting.server'
import { ActingLine } from '~/features/organisation/acting-header'
import { BackToOrganisations } from '~/features/organisation/back-to-organisation'
import { hasPowers } from '~/features/organisation/desk/desk-pages'
import { useDay } from '~/features/organisation/use-day'
import { Picture } from '~/features/pictures/picture'
import { regionName } from '~/forms/values/regions'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash.server'
import { FlashMessage } from '~/ui/flash-message'
import { SummaryList } from '~/ui/summary-list'
import { FirstSteps, isAlone } from './first-steps'

// An organisation at a glance: its facts, and what to do first where nobody else is in it. Its pages are listed below, as on
// all of them.
export const handle: PageHandle = { title: 'organisation.overview' }

export const loader = async (args: LoaderFunctionArgs) =>
  reply({ acting: await requireActing(args, 'member', { whenFrozen: true }), notice: flashOf(args.request) })

export default function Organisation() {
  const { t, i18n } = useTranslation()
  const day = useDay()
  const { acting, notice } = useLoaderData<typeof loader>()
  const { subject } = acting
  const { short_name, region, website } = ownInfos(baseInfos, subject.base_infos)
  return (
    <>
      {subject.logo && <Picture kind="avatar" picture={subject.logo} width={64} />}
      <h1>{subject.subject_name}</h1>
      <ActingLine acting={acting} />
      <FlashMessage notice={notice} />
      {subject.frozen_by !== null && <p>{t(`frozenBy.${subject.frozen_by}`)}</p>}
      <SummaryList
        facts={{
          ...(short_name && { 'organisationValue.short_name': short_name }),
          ...(region && { 'organisationValue.region': regionName(i18n.language, region) }),
          ...(website && { 'organisationValue.website': website }),
          ...otherFacts(subject.base_infos),
          ...(subject.closes_at && { 'organisation.closes': day(subject.closes_at) }),
          ...(subject.created_at && { 'organisation.since': day(subject.created_at) }),
        }}
      />
      {subject.second_factor_due && (
        <p>
          {t('organisation.factor_due', { day: day(subject.second_factor_due) })}{' '}
          <a href="/settings/authenticator">{t('organisation.factor_set_up')}</a>
        </p>
      )}
      {isAlone(acting) && <FirstSteps acting={acting} />}
      {!hasPowers(acting) && <p>{t('organisation.no_powers')}</p>}
      <BackToOrganisations />
    </>
  )
}

/** Facts that only the account API has, by their names. */
const otherFacts = (told: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(otherInfos(baseInfos, told)).flatMap(([name, value]) => {
      if (value === null || value === '' || value === undefined) return []
      return [[name, typeof value === 'object' ? JSON.stringify(value) : String(value)]]
    }),
  )
