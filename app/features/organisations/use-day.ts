import { useTranslation } from 'react-i18next'
import { useLoaderData } from '~/framework'
import { dayIn, momentIn, shortDayIn } from '~/i18n/dates'
import type { ActingAs } from './acting.server'

/** On a page of an organisation: days in words, in the time zone of the acting person. */
export const useDay = (): ((isoTime: string) => string) => {
  const { i18n } = useTranslation()
  const { acting } = useLoaderData<{ acting: Pick<ActingAs, 'time_zone'> }>()
  return (isoTime) => dayIn(i18n.language, acting.time_zone, isoTime)
}

/** Days in short form, for the cells of a table. `timeZone`: overrides the acting person's. */
export const useShortDay = (timeZone?: string): ((isoTime: string) => string) => {
  const { i18n } = useTranslation()
  const { acting } = useLoaderData<{ acting: Pick<ActingAs, 'time_zone'> }>()
  return (isoTime) => shortDayIn(i18n.language, timeZone ?? acting.time_zone, isoTime)
}

/** Days without a time, which are in UTC. */
export const useUtcDay = (): ((isoDate: string) => string) => {
  const { i18n } = useTranslation()
  return (isoDate) => dayIn(i18n.language, 'UTC', `${isoDate}T00:00:00Z`)
}

/** Moments with their time zone, because readers in other zones have to know when something ends that day. */
export const useMoment = (): ((isoTime: string) => string) => {
  const { i18n } = useTranslation()
  const { acting } = useLoaderData<{ acting: Pick<ActingAs, 'time_zone'> }>()
  return (isoTime) => momentIn(i18n.language, acting.time_zone, isoTime)
}
