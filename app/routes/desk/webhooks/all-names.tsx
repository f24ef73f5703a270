import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'

interface AllNamesProps {
  lists: readonly { beginnings: readonly string[]; names: readonly string[] }[]
}

/** The names of all events, to copy from. */
export const AllNames = ({ lists }: AllNamesProps) => {
  const { t } = useTranslation()
  return (
    <details>
      <summary>{t('desk.webhooks.all_names')}</summary>
      <p>{t('desk.webhooks.all_names_text')}</p>
      {lists.map(({ beginnings, names }) => (
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
