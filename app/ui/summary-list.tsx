import { useTranslation } from 'react-i18next'

interface Item {
  value: string
  /** The page that changes it, with the message key of the link. */
  path: string
  link: string
}

/** A value for copying: one tap selects all of it. */
interface Copied {
  copied: string
}

/** Facts by the message keys of their terms. An unknown fact is empty, and left out. */
export type Facts = Record<string, string | Item | Copied>

export const SummaryList = ({ facts }: { facts: Facts }) => {
  const { t } = useTranslation()
  return (
    <dl className="facts">
      {Object.entries(facts)
        .filter(([, fact]) => fact !== '')
        .map(([term, fact]) => (
          <div key={term}>
            <dt>{t(term)}</dt>
            <dd>{typeof fact === 'string' ? fact : 'copied' in fact ? <code>{fact.copied}</code> : fact.value}</dd>
            {typeof fact === 'string' || 'copied' in fact ? null : (
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
