import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageField } from '~/forms/use-page-form'
import { describedBy, FieldError } from './field-frame'

interface ChoiceFrameProps {
  field: PageField
  /** A message key. */
  label: string
  /** List items, each with one answer. */
  children: ReactNode
}

/** The question above several answers, with the error of the given one. */
export const ChoiceFrame = ({ field, label, children }: ChoiceFrameProps) => {
  const { t } = useTranslation()
  return (
    <fieldset className="choices" id={field.name} {...describedBy(field, undefined)}>
      <legend>{t(label)}</legend>
      <FieldError id={`${field.name}-error`} text={field.error} />
      <ul className="rows">{children}</ul>
    </fieldset>
  )
}
