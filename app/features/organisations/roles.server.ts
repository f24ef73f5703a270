import type { z } from 'zod'
import type { Calls } from '#contract/calls'
import { isPermission } from '#contract/terms/permissions'
import { languageOf } from '~/i18n/i18n.server'
import { fullLanguageOf } from '~/i18n/texts'
import { requireData } from '~/navigation/guards/guards.server'
import { problem } from '~/navigation/problem'
import { isAbsent } from '~/runtime/absent-calls.server'
import { api } from '~/runtime/api.server'
import type { Args } from '~/runtime/load-context'
import { type ActingAs, inSubject } from './acting.server'

export type Role = z.output<Calls['listRoles']['output']>['roles'][number]

/** The roles of the organisation of the page. */
export const rolesOf = async (args: Args): Promise<Role[]> => {
  const client = await api(args)
  return (await requireData(args, await client.listRoles(inSubject(args)))).roles
}

/** The role that the page's URL names, or a problem page. */
export const requireRole = async (args: Args): Promise<Role> => {
  const role = (await rolesOf(args)).find(({ role_key }) => role_key === args.params.role)
  if (!role) throw problem('gone')
  return role
}

/** A permission that only another account API has, in its words. */
export type OtherPermissions = Record<string, { name: string; text: string }>

/**
 * The permissions that the person can grant, and the texts of unknown ones. An account API that has only the fields of
 * the specification lists them.
 */
export const grantable = async (
  args: Args,
  { permissions }: ActingAs,
  role?: Role,
): Promise<{ offered: string[]; others: OtherPermissions }> => {
  const known = [...permissions, ...(role?.permissions ?? [])]
  if (known.every(isPermission)) return { offered: permissions, others: {} }
  const listed = isAbsent('listResources') ? undefined : await (await api(args)).listResources(inSubject(args))
  const language = fullLanguageOf(await languageOf(args))
  const resources = listed?.ok ? listed.data.resources : []
  const others = resources.map(({ permission, name, texts }) => {
    const own = texts[language]
    return [permission, { name: own.name || name, text: own.text }]
  })
  const listable = resources.length > 0 ? resources.map(({ permission }) => permission) : permissions
  // A permission that is in no list stays with its role.
  const offered = new Set([...listable, ...(role?.permissions ?? [])])
  return { offered: [...offered].filter((each) => each !== 'manager'), others: Object.fromEntries(others) }
}

/**
 * True when a person has all permissions that a role grants: nobody gives, changes or removes more. The account API
 * checks unknown permissions.
 */
export const hasAllOf = ({ permissions }: ActingAs, role: Role): boolean =>
  role.permissions.every((permission) => permissions.includes(permission) || !isPermission(permission))
