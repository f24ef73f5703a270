import type { PageField } from '~/forms/use-page-form'
import { describedBy, FieldFrame } from './field-frame'

interface SelectFieldProps {
  field: Pick<PageField, 'name' | 'value' | 'error'>
  /** Message keys. */
  label: string
  hint?: string
  options: readonly (readonly [value: string, text: string])[]
}

/** A choice of one from a list that opens. */
export const SelectField = ({ field, label, hint, options }: SelectFieldProps) => (
  <FieldFrame field={field} label={label} {...(hint && { hint })}>
    <select id={field.name} name={field.name} defaultValue={field.value} {...describedBy(field, hint)}>
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  </FieldFrame>
)
