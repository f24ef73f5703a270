import type { PageField } from '~/forms/use-page-form'
import { describedBy, FieldFrame } from './field-frame'

interface TextAreaProps {
  field: PageField
  /** Message keys. */
  label: string
  hint?: string | undefined
  rows: number
  maxLength?: number | undefined
  spellCheck?: boolean
  autoCapitalize?: 'none'
}

/** A labelled text of several lines. */
export const TextArea = ({ field, label, hint, rows, ...input }: TextAreaProps) => (
  <FieldFrame field={field} label={label} {...(hint && { hint })}>
    <textarea
      id={field.name}
      name={field.name}
      rows={rows}
      {...input}
      defaultValue={field.value}
      {...describedBy(field, hint)}
    />
  </FieldFrame>
)
