import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { FormLimits } from '~/document/page-handle'
import type { OtherPermissions } from '~/features/organisation/roles.server'
import { TextField } from '~/forms/fields/fields'
import { TextArea } from '~/forms/fields/text-area'
import type { PageForm } from '~/forms/use-page-form'
import { readable } from '~/forms/values/typed-text'
import { isAbsent } from '~/runtime/absent-calls.server'
import { roleDescription, roleNameMaxLength } from '../../../../../../contract/organisations/role-texts'
import { isPermission, type Permission, permissionNames } from '../../../../../../contract/terms/permissions'
import { spelt } from '../../../../../../rules/typed/text'
import { PermissionChoices } from './permission-choices'

const descriptionMaxLength = roleDescription.maxLength ?? 0

/** True for a permission of ours, and for any other where the account API is another. */
const isPossible = (name: string): boolean => isPermission(name) || isAbsent('subjectInfo')

/** The form of a role. */
export const RoleForm = z.object({
  role_name: readable('role_name', { maxLength: roleNameMaxLength, plain: spelt }, (plain) => ({ value: plain })),
  description: z
    .string()
    .default('')
    .refine((typed) => roleDescription.safeParse(typed).success, 'roles.description_too_long'),
  permissions: z
    .array(z.string().max(100).refine(isPossible, 'error.invalid_input'))
    .transform((names) => names as Permission[])
    .default([]),
})

/** A form with a check box for each permission. */
export const roleFormLimits: Partial<FormLimits> = { valuesPerName: 200 }

type RoleFieldName = 'role_name' | 'description' | 'permissions'

/** @param offered the permissions that the person can grant: those that they have */
export const RoleFields = ({
  page: { fields },
  offered,
  others,
}: {
  page: Pick<PageForm<RoleFieldName>, 'fields'>
  offered: readonly string[]
  others: OtherPermissions
}) => {
  const { t } = useTranslation()
  return (
    <>
      <TextField
        field={fields.role_name}
        label="roles.name"
        hint="roles.name_hint"
        autoComplete="off"
        maxLength={roleNameMaxLength}
      />
      <TextArea field={fields.description} label="roles.description" rows={3} maxLength={descriptionMaxLength} />
      <PermissionChoices field={fields.permissions} offered={offered} others={others} />
      {offered.length < permissionNames.length && offered.every(isPermission) && (
        <p className="hint">{t('roles.only_own')}</p>
      )}
    </>
  )
}
