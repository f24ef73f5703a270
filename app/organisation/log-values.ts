import type { TFunction } from 'i18next'

/** The values that an act has changed, by their names. */
export type Values = Record<string, unknown> | null

interface Change {
  label: string
  before: string
  after: string
}

/** What an act has changed, in words. A value that was not there is an empty text. */
export const changesOf = (t: TFunction, { before, after }: { before: Values; after: Values }): Change[] => {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names.map((name) => ({
    label: t(`organisationValue.${name}`, { defaultValue: name }),
    before: valueText(before?.[name]),
    after: valueText(after?.[name]),
  }))
}

const valueText = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  return Array.isArray(value) ? value.map(valueText).join(', ') : JSON.stringify(value)
}
