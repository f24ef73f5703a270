import type { PageField } from '~/forms/use-page-form'
import { ChoiceFrame } from './choice-frame'

interface Option {
  value: string
  text: string
  /** A line below the text. */
  more?: string
  disabled?: boolean
}

interface RadioFieldProps {
  field: PageField
  /** A message key. */
  label: string
  options: readonly Option[]
}

/** A question with one answer of several, one per line. */
export const RadioField = ({ field, label, options }: RadioFieldProps) => (
  <ChoiceFrame field={field} label={label}>
    {options.map(({ value, text, more, disabled = false }) => (
      <li key={value}>
        <label>
          <input
            type="radio"
            name={field.name}
            value={value}
            defaultChecked={value === field.value}
            disabled={disabled}
          />{' '}
          {text}
        </label>
        {more && <p>{more}</p>}
      </li>
    ))}
  </ChoiceFrame>
)
