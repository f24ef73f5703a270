import type { TFunction } from 'i18next'

/** A wait in plain words, rounded up: "42 seconds", "15 minutes", "3 hours", "12 days". */
export const waitText = (t: TFunction, seconds: number): string => {
  if (seconds < 60) return t('wait.seconds', { count: Math.max(1, Math.ceil(seconds)) })
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 90) return t('wait.minutes', { count: minutes })
  const hours = Math.ceil(minutes / 60)
  return hours <= 48 ? t('wait.hours', { count: hours }) : t('wait.days', { count: Math.ceil(hours / 24) })
}
