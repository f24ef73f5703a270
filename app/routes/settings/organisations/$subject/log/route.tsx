import { useTranslation } from 'react-i18next'
import { organisationActs } from '#contract/organisations/organisation-acts'
import { logKey } from '#contract/organisations/organisation-fields'
import type { PageHandle } from '~/document/page-handle'
import { inSubject, requireActing } from '~/features/organisations/acting.server'
import { ActingHeader } from '~/features/organisations/acting-header'
import { BackToOrganisation } from '~/features/organisations/back-to-organisation'
import { DayField } from '~/features/organisations/day-field'
import { organisationPath } from '~/features/organisations/organisation-path'
import { oddDaysIn, queryOf } from '~/features/organisations/url-filter'
import { ErrorSummary } from '~/forms/error-summary'
import { SelectField } from '~/forms/fields/select-field'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { zoneIn } from '~/i18n/dates'
import { requireData } from '~/navigation/guards/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { api } from '~/runtime/api.server'
import { Button } from '~/ui/button'
import { KeyLinks, keysOf } from '~/ui/page-links'
import { LogEntries } from './log-entries'
import { filterIn } from './log-query'

// The log of an organisation, newest first: by kind, actor, target and days.
export const handle: PageHandle = { title: 'organisationLog.title' }

/** The days that narrow the log. */
const dayNames = ['since', 'until'] as const

export const loader = async (args: LoaderFunctionArgs) => {
  const acting = await requireActing(args, 'log.read')
  const url = new URL(args.request.url)
  const [filter, keys] = [filterIn(url), keysOf(args.request, logKey)]
  const path = organisationPath(acting.subject, '/log')
  const client = await api(args)
  const answer = await client.listSubjectLog({ ...inSubject(args), ...filter, ...keys, page_size: 20 })
  const { entries, newer, older, kept_days: days, time_zone: timeZone } = await requireData(args, answer)
  // Entries are deleted after a time.
  if (entries.length === 0 && keys.before !== undefined) throw await redirectTo(args, path + queryOf(filter))
  return reply({ acting, entries, newer, older, days, timeZone, path, filter, odd: oddDaysIn(url, dayNames) })
}

export default function OrganisationLog() {
  const { t, i18n } = useTranslation()
  const { acting, entries, newer, older, days, timeZone, path, filter, odd } = useLoaderData<typeof loader>()
  const isFiltered = Object.keys(filter).length > 0
  const errors = Object.keys(odd).map((name) => ({ name, text: t('organisationLog.day_invalid') }))
  return (
    <>
      <ErrorSummary errors={errors} links={[]} />
      <h1>{t('organisationLog.title')}</h1>
      <ActingHeader acting={acting} />
      <p>{t('organisationLog.text', { days })}</p>
      <FilterForm />
      {isFiltered && (
        <p>
          <a href={path}>{t('organisationLog.all')}</a>
        </p>
      )}
      {entries.length === 0 && errors.length === 0 && (
        <p>{t(isFiltered ? 'organisationLog.none_found' : 'organisationLog.none')}</p>
      )}
      {entries.length > 0 && (
        <>
          <p className="hint">
            {t('organisationLog.zone', { zone: zoneIn(i18n.language, timeZone, entries[0]?.at ?? '') })}
          </p>
          <LogEntries entries={entries} timeZone={timeZone} path={path} filter={filter} />
          <KeyLinks newer={newer} older={older} />
          <p>
            <a className="button quiet" href={`${path}/file${queryOf(filter)}`}>
              {t('organisationLog.file')}
            </a>
          </p>
          <p className="hint">{t('organisationLog.file_hint')}</p>
        </>
      )}
      <BackToOrganisation subject={acting.subject} />
    </>
  )
}

/** Finds entries by GET, so the result has an address. */
const FilterForm = () => {
  const { t } = useTranslation()
  const { entries, path, filter, odd } = useLoaderData<typeof loader>()
  return (
    <form action={path} className="filter">
      <SelectField
        field={{ name: 'kind', value: filter.kind ?? '', error: undefined }}
        label="organisationLog.kind"
        options={[
          ['', t('organisationLog.any_kind')],
          ...organisationActs.map((kind) => [kind, t(`organisationAct.${kind}`)] as const),
        ]}
      />
      {dayNames.map((name) => (
        <DayField key={name} name={name} label={`organisationLog.${name}`} value={filter[name]} odd={odd[name]} />
      ))}
      {(['actor', 'target'] as const).map(
        (side) => filter[side] && <input key={side} type="hidden" name={side} value={filter[side]} />,
      )}
      {(['actor', 'target'] as const).map((side) => {
        if (!filter[side]) return null
        const name = entries.find((entry) => entry[side].id === filter[side])?.[side].name
        return <p key={side}>{t(`organisationLog.by_${name ? side : `unnamed_${side}`}`, { name })}</p>
      })}
      <Button text="organisationLog.filter" quiet />
    </form>
  )
}
