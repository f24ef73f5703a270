import { useTranslation } from 'react-i18next'
import { shortMomentIn } from '~/i18n/dates'

/**
 * Puts a time of the desk (ISO 8601) into words, in the time zone of the language, because the desk does not know its
 * operator's.
 */
export const useMoment = (): ((isoTime: string) => string) => {
  const { i18n } = useTranslation()
  return (isoTime) => shortMomentIn(i18n.language, null, isoTime)
}
