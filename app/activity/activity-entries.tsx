import { useTranslation } from 'react-i18next'
import type { ActivityKind } from '../../contract/activity'
import { momentIn } from '../i18n/dates'
import { fromText } from './client-text'
import { detailText } from './detail-text'

interface Entry {
  at: string
  kind: ActivityKind
  detail: string
  client: { browser: string; system: string }
  address: string
}

/** What an account did: what, when, and where it came from. */
export const ActivityEntries = ({ entries }: { entries: Entry[] }) => {
  const { t, i18n } = useTranslation()
  return (
    <ol className="entries">
      {entries.map(({ at, kind, detail, client, address }) => (
        <li key={at + kind + detail}>
          <strong>{t(`activity.kind.${kind}`)}</strong> {detailText(t, { kind, detail })}
          <p className="meta">
            <time dateTime={at}>{momentIn(i18n.language, at)}</time>
            <br />
            {fromText(t, { client, address })}
          </p>
        </li>
      ))}
    </ol>
  )
}
