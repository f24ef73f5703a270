import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'

interface PersonListProps {
  /** Message keys. */
  title: string
  empty: string
  level?: 2 | 3
  entries: {
    key: string
    name: string
    path?: string
    /** Lines below it. Empty ones are left out. */
    more: string[]
  }[]
}

/** A part of the overview of a person: a list, or a sentence that says that it is empty. */
export const PersonList = ({ title, empty, level = 2, entries }: PersonListProps) => {
  const { t } = useTranslation()
  const Title = `h${level}` as const
  return (
    <>
      <Title>{t(title)}</Title>
      {entries.length === 0 ? (
        <p>{t(empty)}</p>
      ) : (
        <ul className="rows">
          {entries.map(({ key, name, path, more }) => (
            <li key={key}>
              {path === undefined ? <strong>{name}</strong> : <a href={path}>{name}</a>}
              <p>
                {more.filter(Boolean).map((line, nth) => (
                  <Fragment key={line}>
                    {nth > 0 && <br />}
                    {line}
                  </Fragment>
                ))}
              </p>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
