import type { TFunction } from 'i18next'
import { permissions } from '../../contract/permissions'

/** The values that an act has changed, by their names. */
export type Values = Record<string, unknown> | null

interface Change {
  label: string
  before: string
  after: string
}

/** What an act has changed, in words. A value that was not there is an empty text. */
export const changesOf = (
  t: TFunction,
  language: string,
  { before, after }: { before: Values; after: Values },
): Change[] => {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const textOf = (name: string, value: unknown): string => {
    if (value === undefined || value === null) return ''
    if (Array.isArray(value)) return value.map((each) => textOf(name, each)).join(t('layout.comma'))
    if (typeof value !== 'string') return JSON.stringify(value)
    if (name === 'joining') return t(`domains.joining.${value}`, { defaultValue: value })
    return name === 'permissions' ? permissionText(language, value) : value
  }
  return names.map((name) => ({
    label: t(`organisationValue.${name}`, { defaultValue: name }),
    before: textOf(name, before?.[name]),
    after: textOf(name, after?.[name]),
  }))
}

/** The name of a permission; itself, where another release knew it. */
const permissionText = (language: string, name: string): string => {
  const texts = Object.entries(permissions).find(([each]) => each === name)?.[1]
  return texts?.[language === 'en' ? 'en' : 'zh-Hans'].name ?? name
}
