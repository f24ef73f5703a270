import { useTranslation } from 'react-i18next'
import { TextField } from '~/forms/fields/fields'

interface DayFieldProps {
  name: string
  /** A message key. */
  label: string
  /** The day of the current filter. */
  value: string | undefined
  /** Typed text that is not a day. */
  odd: string | undefined
}

/** A day in the filter of a list. */
export const DayField = ({ name, label, value = '', odd }: DayFieldProps) => {
  const { t } = useTranslation()
  const error = odd === undefined ? undefined : t('organisationLog.day_invalid')
  return (
    <TextField
      field={{ name, value: odd ?? value, values: [], error }}
      label={label}
      hint="organisationLog.day_hint"
      // A picker of days would not show it.
      type={odd === undefined ? 'date' : 'text'}
      autoComplete="off"
    />
  )
}
