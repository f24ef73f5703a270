import { useTranslation } from 'react-i18next'
import type { SubjectCounts } from '#contract/organisations/counts'
import type { ActingAs } from '~/features/organisations/acting.server'
import { countText } from '~/features/organisations/management/desk-nav'
import { may } from '~/features/organisations/management/may'
import { organisationPath } from '~/features/organisations/organisation-path'
import { useIsOpen } from '~/navigation/open-pages/use-open-pages'
import { SummaryList } from '~/ui/summary-list'
import { LogEntries } from './log/log-entries'
import type { LogEntry } from './log/log-entry'

/** The counts on the overview: the page of each, and whether it is a task for somebody. */
const counted: Record<keyof SubjectCounts, { below: string; isToDo?: true } | undefined> = {
  members: { below: '/members' },
  frozen: { below: '/members?is_frozen=1' },
  invitations: { below: '/invitations' },
  requests: { below: '/requests', isToDo: true },
  waiting: { below: '/members/waiting', isToDo: true },
  roles: undefined,
}

/** How many people an organisation has, has invited, and is asked by to join. Tasks of the acting member come first. */
export const People = ({ acting }: { acting: ActingAs }) => {
  const { t } = useTranslation()
  const isOpen = useIsOpen()
  const shown = Object.entries(counted).flatMap(([kind, page]) => {
    const count = acting.counts?.[kind as keyof SubjectCounts]
    const path = page && organisationPath(acting.subject, page.below)
    return path && typeof count === 'number' && isOpen(path.split('?')[0] ?? '') ? [{ kind, path, count, ...page }] : []
  })
  const toDo = shown.filter(({ isToDo, count }) => isToDo && count > 0)
  return (
    <>
      {toDo.length > 0 && (
        <>
          <h2>{t('overview.to_do')}</h2>
          <ul className="rows">
            {toDo.map(({ kind, path, count }) => (
              <li key={kind}>
                <a href={path}>{t(`overview.do.${kind}`, { count, number: countText(count) })}</a>
              </li>
            ))}
          </ul>
        </>
      )}
      {shown.length > 0 && (
        <>
          <h2>{t('organisation.groups.people')}</h2>
          <SummaryList
            facts={Object.fromEntries(
              shown
                .filter(({ isToDo, kind, count }) => !isToDo && (kind !== 'frozen' || count > 0))
                .map(({ kind, path, count }) => [
                  `overview.count.${kind}`,
                  { value: countText(count), path, link: 'overview.show' },
                ]),
            )}
          />
        </>
      )}
    </>
  )
}

interface LatestProps {
  acting: ActingAs
  entries: LogEntry[]
}

/** The latest acts. */
export const Latest = ({ acting, entries }: LatestProps) => {
  const { t } = useTranslation()
  const path = organisationPath(acting.subject, '/log')
  if (entries.length === 0) return null
  return (
    <>
      <h2>{t('overview.latest')}</h2>
      <LogEntries entries={entries} timeZone={acting.time_zone} path={path} filter={{}} />
      <p>
        <a href={path}>{t('overview.whole_log')}</a>
      </p>
    </>
  )
}

/** True for a member who may read the log now. */
export const readsLog = (acting: ActingAs): boolean => may(acting, 'log.read') && acting.subject.frozen_by === null

interface ApplicationsProps {
  clients: readonly { client_key: string; name: string; host: string }[]
}

/** The applications of an organisation, for a member who does not manage them. */
export const Applications = ({ clients }: ApplicationsProps) => {
  const { t } = useTranslation()
  if (clients.length === 0) return null
  return (
    <>
      <h2>{t('organisation.links.applications')}</h2>
      <ul className="rows">
        {clients.map(({ client_key, name, host }) => (
          <li key={client_key}>
            <bdi>{name}</bdi>
            {host !== '' && (
              <p>
                <bdi>{host}</bdi>
              </p>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
