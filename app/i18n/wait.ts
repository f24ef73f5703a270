import type { TFunction } from 'i18next'

/** A wait in plain words, rounded up: "42 seconds", "15 minutes", "3 hours". */
export const waitText = (t: TFunction, seconds: number): string => {
  if (seconds < 60) return t('wait.seconds', { count: Math.max(1, Math.ceil(seconds)) })
  const minutes = Math.ceil(seconds / 60)
  return minutes < 90 ? t('wait.minutes', { count: minutes }) : t('wait.hours', { count: Math.ceil(minutes / 60) })
}
