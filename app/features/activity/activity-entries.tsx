import { useTranslation } from 'react-i18next'
import type { ActivityKind } from '#contract/terms/activity'
import { momentIn } from '~/i18n/dates'
import { fromText } from './client-text'
import { detailText } from './detail-text'

interface Entry {
  at: string
  kind: ActivityKind
  detail: string
  client: { browser: string; system: string }
  address: string
}

/** The activity of an account: what happened, when, and from where. Renders nothing without entries. */
export const ActivityEntries = ({ entries, timeZone }: { entries: Entry[]; timeZone: string | null }) => {
  const { t, i18n } = useTranslation()
  if (entries.length === 0) return null
  const timeText = (isoTime: string) => momentIn(i18n.language, timeZone, isoTime)
  return (
    <ol className="rows entries">
      {entries.map(({ at, kind, detail, client, address }) => (
        <li key={at + kind + detail}>
          <strong>{t(`activity.kind.${kind}`)}</strong>{' '}
          {detailText(t, { kind, detail, language: i18n.language, timeText })}
          <p>
            <time dateTime={at}>{timeText(at)}</time>
            <br />
            {fromText(t, { client, address })}
          </p>
        </li>
      ))}
    </ol>
  )
}
