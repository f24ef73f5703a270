import { useTranslation } from 'react-i18next'

interface Item {
  value: string
  /** Where it can be changed, with the message key of the link. */
  path: string
  link: string
}

/** What is known about something: message keys of the terms, and their values. */
export const SummaryList = ({ facts }: { facts: Record<string, string | Item> }) => {
  const { t } = useTranslation()
  return (
    <dl className="facts">
      {Object.entries(facts).map(([term, fact]) => (
        <div key={term}>
          <dt>{t(term)}</dt>
          <dd>{typeof fact === 'string' ? fact : fact.value}</dd>
          {typeof fact === 'string' ? null : (
            <dd className="change">
              <a href={fact.path}>
                {t(fact.link)}
                <span className="unseen"> {t(term)}</span>
              </a>
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}
