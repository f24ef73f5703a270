import { useTranslation } from 'react-i18next'
import { roleDescription, roleNameMaxLength } from '#contract/organisations/role-texts'
import { isPermission, permissionNames } from '#contract/terms/permissions'
import type { FormLimits } from '~/document/page-handle'
import type { OtherPermissions } from '~/features/organisations/roles.server'
import { TextField } from '~/forms/fields/fields'
import { TextArea } from '~/forms/fields/text-area'
import type { PageForm } from '~/forms/use-page-form'
import { PermissionChoices } from './permission-choices'

const descriptionMaxLength = roleDescription.maxLength ?? 0

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
