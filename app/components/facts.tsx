import { useTranslation } from 'react-i18next'

/** What is known about something: message keys of the terms, and their values. */
export const Facts = ({ facts }: { facts: Record<string, string> }) => {
  const { t } = useTranslation()
  return (
    <dl className="facts">
      {Object.entries(facts).map(([term, value]) => (
        <div key={term}>
          <dt>{t(term)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
