import { describedBy, FieldFrame } from '~/forms/fields/field-frame'
import type { PageField } from '~/forms/use-page-form'
import { fullLanguages, languageNames } from '~/i18n/texts'

/** A choice of the languages of messages, each named in its own language. */
export const LanguageField = ({ field, label, hint }: { field: PageField; label: string; hint: string }) => (
  <FieldFrame field={field} label={label} hint={hint}>
    <select id={field.name} name={field.name} defaultValue={field.value} {...describedBy(field, hint)}>
      {fullLanguages.map((language) => (
        <option key={language} value={language} lang={language}>
          {languageNames[language]}
        </option>
      ))}
    </select>
  </FieldFrame>
)
