import type { TFunction } from 'i18next'
import { permissions } from '#contract/terms/permissions'
import { roleText } from '~/features/organisations/role-text'
import { dayIn } from '~/i18n/dates'
import { fullLanguageOf } from '~/i18n/texts'
import type { LogEntry } from './log-entry'

/** The values that an act has changed, by their names. */
export type Values = Record<string, unknown> | null

interface Change {
  label: string
  before: string
  after: string
}

/** The language and the time zone of the reader. */
interface Reader {
  language: string
  timeZone?: string | null
}

/** The values that an act has changed, in words. A missing value is an empty text. */
export const changesOf = (
  t: TFunction,
  reader: Reader,
  { before, after }: { before: Values; after: Values },
): Change[] => {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const textOf = (name: string, value: unknown): string => {
    if (value === undefined || value === null) return ''
    if (Array.isArray(value)) return value.map((each) => textOf(name, each)).join(t('layout.comma'))
    return wordsFor(t, reader, name, value) ?? (typeof value === 'string' ? value : JSON.stringify(value))
  }
  return names
    .filter((name) => JSON.stringify(before?.[name] ?? null) !== JSON.stringify(after?.[name] ?? null))
    .map((name) => ({
      label: t(`organisationValue.${name}`, { defaultValue: name }),
      before: textOf(name, before?.[name]),
      after: textOf(name, after?.[name]),
    }))
}

/** The words for a target without a name: an invitation by a link. Undefined for any other. */
export const thingText = (t: TFunction, { after }: Pick<LogEntry, 'after'>): string | undefined =>
  after?.channel === 'link' && typeof after.places === 'number'
    ? t('invitations.link_for', { count: after.places })
    : undefined

/** The words for a known value. Undefined: it is shown unchanged. */
const wordsFor = (
  t: TFunction,
  { language, timeZone = null }: Reader,
  name: string,
  value: unknown,
): string | undefined => {
  if (name === 'is_frozen') return t(`organisationFrozen.${value === true}`)
  if (name === 'requires_pkce') return t(`clients.pkce_required.${value === true}`)
  if (typeof value !== 'string') return undefined
  if (name === 'permissions') return permissionText(language, value)
  if (name === 'role' || name === 'roles') return roleText(t, { role_key: value, role_name: value })
  if (name === 'channel') return t(`organisationChannel.${value}`, { defaultValue: value })
  if (name === 'scopes') return t(`authorisation.scope.${value}`, { defaultValue: value })
  if (name === 'joining') return t(`domains.joining.${value}`, { defaultValue: value })
  return name === 'ends_at' || name === 'second_factor_from' ? dayIn(language, timeZone, value) : undefined
}

/** The name of a permission; its key, if another release knew it. */
const permissionText = (language: string, name: string): string => {
  const texts = Object.entries(permissions).find(([each]) => each === name)?.[1]
  return texts?.[fullLanguageOf(language)].name ?? name
}
