import type { TFunction } from 'i18next'
import { builtInRoles } from '#contract/terms/permissions'

const isBuiltIn = (key: string): boolean => (builtInRoles as readonly string[]).includes(key)

/** A role by its key, and by its name unless it is built-in. */
export interface NamedRole {
  role_key: string
  role_name: string
}

export const roleText = (t: TFunction, { role_key, role_name }: NamedRole): string =>
  isBuiltIn(role_key) ? t(`role.${role_key}`) : role_name

/** The description of a role. Empty: none. */
export const roleAbout = (
  t: TFunction,
  { role_key, description }: { role_key: string; description: string },
): string => (isBuiltIn(role_key) ? t(`role.about.${role_key}`) : description)
