import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { type ActivityKind, signInWays } from '../../contract/activity'
import { momentIn } from '../i18n/dates'
import { fromText } from './client-text'

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
          <strong>{t(`activity.kind.${kind}`)}</strong> {detailText(t, kind, detail)}
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

/** What tells an entry from another of its kind. An address, a name or the like is shown as it is. */
const detailText = (t: TFunction, kind: ActivityKind, detail: string): string => {
  if (signInWays.some((way) => way === detail)) return t(`activity.way.${detail}`)
  if (kind === 'picture_changed' && pictures.includes(detail)) return t(`activity.picture.${detail}`)
  if (kind === 'other_sessions_ended') return t('activity.devices', { count: Number(detail) })
  return detail
}

const pictures = ['avatar', 'background']
