import { useTranslation } from 'react-i18next'
import { useLoaderData } from '~/framework'
import { dayIn, momentIn, shortDayIn } from '~/i18n/dates'
import type { ActingAs } from './acting.server'

/** On a page of an organisation: days in words, in the time zone of who acts there. */
export const useDay = (): ((isoTime: string) => string) => {
  const { i18n } = useTranslation()
  const { acting } = useLoaderData<{ acting: Pick<ActingAs, 'time_zone'> }>()
  return (isoTime) => dayIn(i18n.language, acting.time_zone, isoTime)
}

/** The same in short, for the cells of a table. `timeZone`: another one than that of who acts there. */
export const useShortDay = (timeZone?: string): ((isoTime: string) => string) => {
  const { i18n } = useTranslation()
  const { acting } = useLoaderData<{ acting: Pick<ActingAs, 'time_zone'> }>()
  return (isoTime) => shortDayIn(i18n.language, timeZone ?? acting.time_zone, isoTime)
}

/** The same for days without a time, which are those of UTC. */
export const useUtcDay = (): ((isoDate: string) => string) => {
  const { i18n } = useTranslation()
  return (isoDate) => dayIn(i18n.language, 'UTC', `${isoDate}T00:00:00Z`)
}

/** The same for moments, with their time zone: what ends within a day has to say when, to readers in other zones too. */
export const useMoment = (): ((isoTime: string) => string) => {
  const { i18n } = useTranslation()
  const { acting } = useLoaderData<{ acting: Pick<ActingAs, 'time_zone'> }>()
  return (isoTime) => momentIn(i18n.language, acting.time_zone, isoTime)
}
