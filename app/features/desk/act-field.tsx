import { useTranslation } from 'react-i18next'
import { ChoiceFrame } from '~/forms/fields/choice-frame'
import { TextField } from '~/forms/fields/fields'
import { RadioField } from '~/forms/fields/radio-field'
import { SelectField } from '~/forms/fields/select-field'
import { TextArea } from '~/forms/fields/text-area'
import { Tick } from '~/forms/fields/tick'
import type { PageField } from '~/forms/use-page-form'
import type { ActField } from './act'

/** The texts of choices, by their values. */
export type FieldOptions = Readonly<Record<string, string>>

interface FieldProps {
  field: PageField
  of: ActField
  /** Texts that replace the act's own. */
  options?: FieldOptions | undefined
}

/** With more choices than this, a list opens. */
const mostRadios = 6

/** One field of an act, drawn by its kind. */
export const ActFieldInput = ({ field, of, options: told }: FieldProps) => {
  const { t } = useTranslation()
  const label = of.label ?? `actField.${field.name}.label`
  const { hint } = of
  const options = Object.entries(told ?? texted(of.options ?? {}, t))
  switch (of.kind) {
    case 'hidden':
      return <input type="hidden" name={field.name} value={field.value} />
    case 'tick':
      return <Tick field={field} label={label} />
    case 'choice':
      return options.length > mostRadios ? (
        <SelectField field={field} label={label} {...(hint && { hint })} options={options} />
      ) : (
        <RadioField field={field} label={label} options={options.map(([value, text]) => ({ value, text }))} />
      )
    case 'choices':
      return <Choices field={field} label={label} options={options} />
    case 'text':
    case 'lines':
      return <TextArea field={field} label={label} hint={hint} rows={4} {...lengthOf(of)} />
    case 'reason':
      return (
        <TextField
          field={field}
          label={of.isForLog ? 'actField.reason.label_optional' : 'actField.reason.label'}
          hint={hint ?? (of.isForLog ? 'actField.reason.hint_log' : 'actField.reason.hint')}
          autoComplete="off"
        />
      )
    default:
      return (
        <TextField
          field={field}
          label={label}
          {...(hint && { hint })}
          autoComplete="off"
          {...(of.kind === 'number' && { inputMode: 'numeric' as const })}
          {...lengthOf(of)}
        />
      )
  }
}

const lengthOf = ({ maxLength }: ActField) => (maxLength === undefined ? {} : { maxLength })

const texted = (options: FieldOptions, t: (key: string) => string): FieldOptions =>
  Object.fromEntries(Object.entries(options).map(([value, key]) => [value, t(key)]))

/** Any of some values, one a line. */
const Choices = ({ field, label, options }: { field: PageField; label: string; options: [string, string][] }) => (
  <ChoiceFrame field={field} label={label}>
    {options.map(([value, text]) => (
      <li key={value}>
        <label>
          <input type="checkbox" name={field.name} value={value} defaultChecked={field.values.includes(value)} /> {text}
        </label>
      </li>
    ))}
  </ChoiceFrame>
)
