import type { TFunction } from 'i18next'

/** The roles that every organisation has. Their names are texts of ours. */
const ownRoles = ['manager', 'administrator', 'member']

/** The name of a role. */
export const roleText = (t: TFunction, { role_key, role_name }: { role_key: string; role_name: string }): string =>
  ownRoles.includes(role_key) ? t(`role.${role_key}`) : role_name
