import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageField } from './use-page-form'

interface FieldFrameProps {
  field: Pick<PageField, 'name' | 'error'>
  /** A message key. */
  label: string
  /** A message key, or what is more than a text. */
  hint?: ReactNode
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
          {typeof hint === 'string' ? t(hint) : hint}
        </p>
      )}
      <FieldError id={`${field.name}-error`} text={field.error} />
      {children}
    </div>
  )
}

/** What is wrong with a control, if anything is. */
export const FieldError = ({ id, text }: { id: string; text: string | undefined }) => {
  const { t } = useTranslation()
  if (!text) return null
  return (
    <p className="error" id={id}>
      <span className="unseen">{t('form.error_prefix')}</span> {text}
    </p>
  )
}

/**
 * The attributes that tie a control to its hint and its error.
 * @param question the id of a text before the field that it answers
 */
export const describedBy = (field: Pick<PageField, 'name' | 'error'>, hint: unknown, question?: string) => {
  const ids = [question, hint && `${field.name}-hint`, field.error && `${field.name}-error`].filter(Boolean)
  return {
    ...(ids.length > 0 && { 'aria-describedby': ids.join(' ') }),
    ...(field.error && { 'aria-invalid': true }),
  }
}
