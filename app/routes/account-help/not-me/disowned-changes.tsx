import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { activityEntry } from '#contract/terms/fields'
import { fromText } from '~/features/activity/client-text'
import { detailText } from '~/features/activity/detail-text'
import { momentIn } from '~/i18n/dates'

interface DisownedChangesProps {
  changes: (z.output<typeof activityEntry> & { id: string })[]
  timeZone: string | null
  /** The ids of the changes that were not the person's own: all of them, until the person unticks some. */
  ticked: readonly string[]
}

/** The changes that will be undone, each with its time and place and a tick. */
export const DisownedChanges = ({ changes, timeZone, ticked }: DisownedChangesProps) => {
  const { t, i18n } = useTranslation()
  if (changes.length === 0) return null
  const timeText = (isoTime: string) => momentIn(i18n.language, timeZone, isoTime)
  return (
    <fieldset className="choices" id="changes">
      <legend>{t('notMe.changes')}</legend>
      <p className="hint">{t('notMe.untick')}</p>
      <ul className="rows">
        {changes.map(({ id, at, kind, detail, client, address }) => (
          <li key={id}>
            <input type="hidden" name="listed" value={id} />
            <label>
              <input type="checkbox" name="not_me" value={id} defaultChecked={ticked.includes(id)} />{' '}
              {t(`activity.kind.${kind}`)} {detailText(t, { kind, detail, language: i18n.language, timeText })}
              <br />
              <span className="hint">
                <time dateTime={at}>{timeText(at)}</time>
                {address && ` ·\u00A0${fromText(t, { client, address })}`}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
