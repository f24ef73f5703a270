import { z } from 'zod'
import { roleDescription, roleNameMaxLength } from '#contract/organisations/role-texts'
import { isPermission, type Permission } from '#contract/terms/permissions'
import { spelt } from '#rules/typed/text'
import { readable } from '~/forms/values/typed-text'
import { isAbsent } from '~/runtime/absent-calls.server'

/** True for known permissions, and with another account API for any other. */
const isPossible = (name: string): boolean => isPermission(name) || isAbsent('subjectInfo')

export const RoleForm = z.object({
  role_name: readable('role_name', { maxLength: roleNameMaxLength, plain: spelt }),
  description: z
    .string()
    .default('')
    .refine((typed) => roleDescription.safeParse(typed).success, 'roles.description_too_long'),
  permissions: z
    .array(z.string().max(100).refine(isPossible, 'error.invalid_input'))
    .transform((names) => names as Permission[])
    .default([]),
})
