import { useTranslation } from 'react-i18next'
import type { PageForm } from '../forms/use-page-form'

/** All errors of a form at the top of its page; a line leads to its field (WCAG 2.2, technique G139). */
export const ErrorSummary = ({ errors }: Pick<PageForm, 'errors'>) => {
  const { t } = useTranslation()
  if (errors.length === 0) return null
  return (
    <div className="problem" role="alert" tabIndex={-1} id="errors">
      <h2>{t('form.errors_title')}</h2>
      <ul>
        {errors.map(({ name, text }) => (
          <li key={name}>{name === '' ? text : <a href={`#${name}`}>{text}</a>}</li>
        ))}
      </ul>
    </div>
  )
}
