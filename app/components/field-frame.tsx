import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageField } from '../forms/use-page-form'

interface FieldFrameProps {
  field: PageField
  /** Message keys. */
  label: string
  hint?: string
  children: ReactNode
}

/** What stands around a control: its label, its hint and its error, in the order in which they are read out. */
export const FieldFrame = ({ field, label, hint, children }: FieldFrameProps) => {
  const { t } = useTranslation()
  return (
    <div className={field.error ? 'field wrong' : 'field'}>
      <label htmlFor={field.name}>{t(label)}</label>{' '}
      {hint && (
        <p className="hint" id={`${field.name}-hint`}>
          {t(hint)}
        </p>
      )}
      {field.error && (
        <p className="error" id={`${field.name}-error`}>
          <span className="unseen">{t('form.error_prefix')}</span> {field.error}
        </p>
      )}
      {children}
    </div>
  )
}

/** The attributes that tie a control to its hint and its error. */
export const describedBy = (field: PageField, hint: string | undefined) => {
  const ids = [hint && `${field.name}-hint`, field.error && `${field.name}-error`].filter(Boolean)
  return {
    ...(ids.length > 0 && { 'aria-describedby': ids.join(' ') }),
    ...(field.error && { 'aria-invalid': true }),
  }
}
