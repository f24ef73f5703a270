import { useTranslation } from 'react-i18next'
import { clientText } from '~/features/activity/client-text'
import { queryOf } from '~/features/organisation/url-filter'
import { clockIn } from '~/i18n/dates'
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
  return (
    <ol className="rows entries log">
      {entries.map((entry) => (
        <li key={entry.key}>
          <div>
            <strong>{t(`organisationAct.${entry.kind}`)}</strong>
            <p>
              <time dateTime={entry.at}>{clockIn(i18n.language, timeZone, entry.at)}</time>
              <br />
              {(entry.client.browser || entry.client.system) && clientText(t, entry.client)}
            </p>
          </div>
          <div>
            <p>
              {t('organisationLog.what')}
              {named(entry, 'target')}
              <br />
              {t('organisationLog.who')}
              {entry.kind === 'invitation_declined' && !entry.actor.name
                ? t('organisationLog.invitee')
                : named(entry, 'actor')}
            </p>
            <Changes entry={entry} timeZone={timeZone} />
          </div>
        </li>
      ))}
    </ol>
  )
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
