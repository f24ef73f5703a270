import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { invitationDays, invitationPlaces, invitationTexts } from '#contract/organisations/invitations/invitations'
import { plainDigits, spelt, withoutPasted } from '#rules/typed/text'
import { TextField } from '~/forms/fields/fields'
import { SelectField } from '~/forms/fields/select-field'
import { TextArea } from '~/forms/fields/text-area'
import type { PageField } from '~/forms/use-page-form'
import { type NamedRole, roleText } from './role-text'

/** The validity periods of an invitation, in days. */
const choosableDays = ['1', '3', '7', '14', '30'] as const

/** A choice of a validity period. */
export const daysField = z.enum(choosableDays, 'error.invalid_input').default(`${invitationDays.usual}`)

/** A choice of a validity period that may stay as it is. */
export const newDaysField = z.enum(['', ...choosableDays], 'error.invalid_input').default('')

/** A role, by its key. Empty: a plain member. */
export const roleKeyField = z.string().max(40, 'error.invalid_input').default('')

/** The chosen role, in the words of the contract. */
export const chosenRole = (role_key: string) => (role_key === '' ? {} : { role_key })

/** The fields of every invitation, each of which may be left empty. */
export const offerFields = {
  deputy_name: z
    .string()
    .default('')
    .transform(spelt)
    .refine((name) => [...name].length <= invitationTexts.name, 'invitations.name_too_long')
    .refine((name) => !/\p{Cc}/u.test(name), 'field.control_character'),
  role_key: roleKeyField,
  note: z
    .string()
    .default('')
    .transform((note) => withoutPasted(note).replace(/\r\n?/g, '\n').trim())
    .refine((note) => [...note].length <= invitationTexts.note, 'invitations.note_too_long')
    .refine((note) => !/[^\P{Cc}\r\n\t]/u.test(note), 'field.control_character'),
}

/** How many people may use a link. */
export const placesField = z
  .string('invitations.places_invalid')
  .transform(plainDigits)
  .refine((typed) => /^\d{1,4}$/.test(typed), 'invitations.places_invalid')
  .transform(Number)
  .refine((places) => places >= invitationPlaces.min && places <= invitationPlaces.max, 'invitations.places_invalid')

interface OfferFieldsProps {
  fields: Record<'deputy_name' | 'role_key' | 'note', PageField>
  /** The roles that the person may give; empty if they may give none. */
  roles: readonly NamedRole[]
  /** A link has no name, because several people may use it. */
  hasName: boolean
}

/** The fields that every invitation has: name, role and note. */
export const OfferFields = ({ fields, roles, hasName }: OfferFieldsProps) => (
  <>
    {hasName && (
      <TextField
        field={fields.deputy_name}
        label="invitations.name"
        hint="invitations.name_hint"
        autoComplete="off"
        maxLength={invitationTexts.name}
      />
    )}
    <RoleField field={fields.role_key} roles={roles} />
    <TextArea
      field={fields.note}
      label="invitations.note"
      hint="invitations.note_hint"
      rows={3}
      maxLength={invitationTexts.note}
    />
  </>
)

interface RoleFieldProps {
  field: PageField
  roles: readonly NamedRole[]
  /** Message keys. `none` names the choice of no role. */
  label?: string
  none?: string
  hint?: string
}

/** A choice of a role for a new member. Renders nothing if there is none to give. */
export const RoleField = ({
  field,
  roles,
  label = 'invitations.role',
  none = 'invitations.no_role',
  hint,
}: RoleFieldProps) => {
  const { t } = useTranslation()
  if (roles.length === 0) return null
  return (
    <SelectField
      field={field}
      label={label}
      {...(hint && { hint })}
      options={[['', t(none)], ...roles.map((role) => [role.role_key, roleText(t, role)] as const)]}
    />
  )
}

/** The available roles, and the current one, even if the person could not give it. */
export const rolesWith = (roles: readonly NamedRole[], present: NamedRole | null): readonly NamedRole[] =>
  present === null || roles.some(({ role_key }) => role_key === present.role_key) ? roles : [...roles, present]

/** Asks how long an invitation works. `isKept`: the day of an existing one may stay. */
export const DaysField = ({ field, isKept = false }: { field: PageField; isKept?: boolean }) => {
  const { t } = useTranslation()
  return (
    <SelectField
      field={{ ...field, value: field.value || (isKept ? '' : `${invitationDays.usual}`) }}
      label="invitations.works_for"
      options={[
        ...(isKept ? [['', t('invitations.as_now')] as const] : []),
        ...choosableDays.map((days) => [days, t('invitations.days', { count: Number(days) })] as const),
      ]}
    />
  )
}
