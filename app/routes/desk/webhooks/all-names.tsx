import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { eventNames } from '../../../../contract/operator/messages/event-names'

/** The second parts of names, each list once, by the beginnings that it goes with. */
const lists = new Map<readonly string[], string[]>()
for (const [beginning, names] of Object.entries(eventNames))
  lists.set(names, [...(lists.get(names) ?? []), `${beginning}.`])

/** The names of all events, to copy from. */
export const AllNames = () => {
  const { t } = useTranslation()
  return (
    <details>
      <summary>{t('desk.webhooks.all_names')}</summary>
      <p>{t('desk.webhooks.all_names_text')}</p>
      {[...lists].map(([names, beginnings]) => (
        <Fragment key={beginnings[0]}>
          <h2>{beginnings.join(' ')}</h2>
          <p>
            <code>{names.join(' ')}</code>
          </p>
        </Fragment>
      ))}
    </details>
  )
}
