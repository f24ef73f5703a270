import { useTranslation } from 'react-i18next'
import { sentence } from '~/i18n/sentence'
import { useLinkWithNext } from '~/navigation/returning/use-link-with-next'
import type { PageForm } from './use-page-form'

interface SummaryProps extends Pick<PageForm, 'errors' | 'links'> {
  isProgress?: boolean | undefined
}

/**
 * All errors of a form, at the top of its page. Each links to its field (WCAG 2.2, technique G139). Links to other
 * pages follow.
 */
export const ErrorSummary = ({ errors, links, isProgress = false }: SummaryProps) => {
  const { t } = useTranslation()
  const withNext = useLinkWithNext()
  const [first] = errors
  if (!first) return null
  // True when nothing in the form is wrong.
  const isGeneral = errors.every(({ name }) => name === '')
  const generalTitle = isProgress ? 'form.waits_title' : 'form.errors_title_general'
  return (
    <div className={isProgress ? 'notice' : 'problem'} role="alert" tabIndex={-1}>
      <h2>{t(isGeneral ? generalTitle : 'form.errors_title')}</h2>
      {isGeneral && errors.length === 1 ? (
        <p>{sentence(t, first.text)}</p>
      ) : (
        <ul>
          {errors.map(({ name, text }) => (
            <li key={name}>{name === '' ? text : <a href={`#${name}`}>{text}</a>}</li>
          ))}
        </ul>
      )}
      {links.map(
        ({ path, text, isOnlyWay, newTab }) =>
          !isOnlyWay && (
            <p key={path}>
              {newTab ? (
                <a href={path} target="_blank" rel="noopener">
                  {text}
                </a>
              ) : (
                <a href={withNext(path)}>{text}</a>
              )}
            </p>
          ),
      )}
    </div>
  )
}
