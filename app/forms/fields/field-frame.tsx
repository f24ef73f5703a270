import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageField } from '~/forms/use-page-form'

interface FieldFrameProps {
  field: Pick<PageField, 'name' | 'error'>
  /** A message key. */
  label: string
  /** A message key, or markup. */
  hint?: ReactNode
  hintValues?: Record<string, string> | undefined
  children: ReactNode
}

/** The label, hint and error of a control, before it and in the order of a screen reader. */
export const FieldFrame = ({ field, label, hint, hintValues, children }: FieldFrameProps) => {
  const { t } = useTranslation()
  return (
    <div className={field.error ? 'field wrong' : 'field'}>
      <label htmlFor={field.name}>{t(label)}</label>{' '}
      {hint && (
        <p className="hint" id={`${field.name}-hint`}>
          {typeof hint === 'string' ? t(hint, hintValues ?? {}) : hint}
        </p>
      )}
      <FieldError id={`${field.name}-error`} text={field.error} />
      {children}
    </div>
  )
}

/** The error of a control, if it has one. */
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
 * The attributes that connect a control to its hint and its error.
 * @param question the id of the text that asks for the answer
 */
export const describedBy = (field: Pick<PageField, 'name' | 'error'>, hint: unknown, question?: string) => {
  const ids = [question, hint && `${field.name}-hint`, field.error && `${field.name}-error`].filter(Boolean)
  return {
    ...(ids.length > 0 && { 'aria-describedby': ids.join(' ') }),
    ...(field.error && { 'aria-invalid': true }),
  }
}
