import { useTranslation } from 'react-i18next'
import type { PageField } from '../use-page-form'
import { describedBy, FieldError } from './field-frame'

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

/** A question with one answer of several, one a line. */
export const RadioField = ({ field, label, options }: RadioFieldProps) => {
  const { t } = useTranslation()
  return (
    <fieldset className="choices" id={field.name} {...describedBy(field, undefined)}>
      <legend>{t(label)}</legend>
      <FieldError id={`${field.name}-error`} text={field.error} />
      <ul className="rows">
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
      </ul>
    </fieldset>
  )
}
