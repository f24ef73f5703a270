import { useTranslation } from 'react-i18next'
import { describedBy, FieldFrame } from '~/forms/fields/field-frame'
import type { PageField } from '~/forms/use-page-form'

/** The maximum length of a typed name: an organisation's, and some extra for pasted text around it. */
const maxLength = 200

/** Asks for the name of the organisation before an act that is hard to undo. */
export const TypedNameField = ({ field, name }: { field: PageField; name: string }) => {
  const { t } = useTranslation()
  return (
    <FieldFrame
      field={field}
      label="typedName.label"
      hint={
        <>
          {t('typedName.hint')} <bdi>{name}</bdi>
        </>
      }
    >
      <input
        id={field.name}
        name={field.name}
        type="text"
        {...(field.value !== '' && { defaultValue: field.value })}
        {...describedBy(field, true)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={maxLength}
      />
    </FieldFrame>
  )
}
