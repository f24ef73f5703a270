import { useTranslation } from 'react-i18next'
import { useLinkWithNext } from '../navigation/use-link-with-next'
import type { PageForm } from './use-page-form'

/** All errors of a form, at the top of its page; each links to its field (WCAG 2.2, technique G139). Other pages follow. */
export const ErrorSummary = ({ errors, links }: Pick<PageForm, 'errors' | 'links'>) => {
  const { t } = useTranslation()
  const withNext = useLinkWithNext()
  if (errors.length === 0) return null
  return (
    <div className="problem" role="alert" tabIndex={-1}>
      <h2>{t('form.errors_title')}</h2>
      <ul>
        {errors.map(({ name, text }) => (
          <li key={name}>{name === '' ? text : <a href={`#${name}`}>{text}</a>}</li>
        ))}
      </ul>
      {links.map(({ path, text }) => (
        <p key={path}>
          <a href={withNext(path)}>{text}</a>
        </p>
      ))}
    </div>
  )
}
