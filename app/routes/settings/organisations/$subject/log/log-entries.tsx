import { useTranslation } from 'react-i18next'
import { clientText } from '~/features/activity/client-text'
import { queryOf } from '~/features/organisations/url-filter'
import { clockIn } from '~/i18n/dates'
import { type Column, DataTable } from '~/ui/data-table'
import type { LogEntry } from './log-entry'
import type { LogFilter } from './log-query'
import { changesOf, thingText } from './log-values'

interface LogEntriesProps {
  entries: LogEntry[]
  timeZone: string | null
  /** The path of the log, and the present filter. */
  path: string
  filter: LogFilter
}

/**
 * The entries of an organisation's log: the act, its target, the actor, the time and the browser. Names link to their
 * other entries.
 */
export const LogEntries = ({ entries, timeZone, path, filter }: LogEntriesProps) => {
  const { t, i18n } = useTranslation()
  const named = (entry: LogEntry, side: 'actor' | 'target') => {
    const { id, name } = entry[side]
    const unnamed = side === 'target' && id !== '' ? thingText(t, entry) : undefined
    const text = <bdi>{name || unnamed || t(`organisationLog.${id === '' ? 'nobody' : 'unnamed'}`)}</bdi>
    return id === '' ? text : <a href={path + queryOf({ ...filter, [side]: id })}>{text}</a>
  }
  const columns: Column<LogEntry>[] = [
    {
      heading: 'organisationLog.kind',
      cell: ({ kind, at }) => (
        <>
          {t(`organisationAct.${kind}`)}
          <p>
            <time dateTime={at}>{clockIn(i18n.language, timeZone, at)}</time>
          </p>
        </>
      ),
    },
    {
      heading: 'organisationLog.target',
      isLabelled: true,
      cell: (entry) => (
        <>
          {named(entry, 'target')}
          <Changes entry={entry} timeZone={timeZone} />
        </>
      ),
    },
    {
      heading: 'organisationLog.actor',
      isLabelled: true,
      cell: (entry) => (
        <>
          {entry.kind === 'invitation_declined' && !entry.actor.name
            ? t('organisationLog.invitee')
            : named(entry, 'actor')}
          {(entry.client.browser || entry.client.system) && <p>{clientText(t, entry.client)}</p>}
        </>
      ),
    },
  ]
  return <DataTable things={entries} keyOf={({ key }) => key} columns={columns} />
}

const Changes = ({ entry, timeZone }: Pick<LogEntriesProps, 'timeZone'> & { entry: LogEntry }) => {
  const { t, i18n } = useTranslation()
  const changes = changesOf(t, { language: i18n.language, timeZone }, entry)
  return changes.map(({ label, before, after }) => (
    <p key={label}>
      {t('organisationLog.label', { label })}
      <bdi>{before || t('organisationLog.nothing')}</bdi> → <bdi>{after || t('organisationLog.nothing')}</bdi>
    </p>
  ))
}
