import { useTranslation } from 'react-i18next'
import { FieldError } from '~/forms/fields/field-frame'
import type { PageField } from '~/forms/use-page-form'
import { birthdayFields, type BirthdayField as Field } from '~/forms/values/birthday'
import { fullLanguageOf } from '~/i18n/texts'

const parts: Record<Field, { label: string; autoComplete: string; digits: number }> = {
  birthday_day: { label: 'field.birthday.day', autoComplete: 'bday-day', digits: 2 },
  birthday_month: { label: 'field.birthday.month_label', autoComplete: 'bday-month', digits: 2 },
  birthday_year: { label: 'field.birthday.year_label', autoComplete: 'bday-year', digits: 4 },
}

/** The parts in the order in which a language writes them. */
const orderIn = (language: string): Field[] =>
  fullLanguageOf(language) === 'en' ? [...birthdayFields] : [...birthdayFields].reverse()

/** A birthday as three short fields, which are quicker and clearer than a calendar that opens on today. */
export const BirthdayField = ({ fields }: { fields: Record<Field, PageField> }) => {
  const { t, i18n } = useTranslation()
  const wrong = birthdayFields.map((name) => fields[name]).find(({ error }) => error)
  const describedBy = wrong ? 'birthday-hint birthday-error' : 'birthday-hint'
  return (
    <fieldset className="field parts" aria-describedby={describedBy}>
      <legend>{t('field.birthday.label')}</legend>
      <p className="hint" id="birthday-hint">
        {t('field.birthday.hint')}
      </p>
      <FieldError id="birthday-error" text={wrong?.error} />
      {orderIn(i18n.language).map((name) => {
        const { label, autoComplete, digits } = parts[name]
        const { value, error } = fields[name]
        return (
          <div key={name} className={`part${digits > 2 ? ' long' : ''}${error ? ' wrong' : ''}`}>
            <label htmlFor={name}>{t(label)}</label>{' '}
            <input
              id={name}
              name={name}
              type="text"
              inputMode="numeric"
              autoComplete={autoComplete}
              // Room for characters that an input method may leave around the digits.
              maxLength={10}
              size={digits}
              {...(value !== '' && { defaultValue: value })}
              {...(error && { 'aria-invalid': true, 'aria-describedby': 'birthday-error' })}
            />
          </div>
        )
      })}
    </fieldset>
  )
}
