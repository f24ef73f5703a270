import type { TFunction } from 'i18next'
import { type ActivityKind, activityDetails, signInWays } from '#contract/terms/activity'
import { platformName } from '~/i18n/platforms'
import { unbroken } from '~/i18n/texts'

interface Detail {
  kind: ActivityKind
  detail: string
  language: string
  /** Puts a time (ISO 8601) into words. */
  timeText: (isoTime: string) => string
}

/**
 * The detail of an entry, which distinguishes it from others of its kind. Only the kind determines whether the detail
 * is the key of a text: a username may equal the name of a way to sign in.
 */
export const detailText = (t: TFunction, { kind, detail, language, timeText }: Detail): string => {
  const names = activityDetails[kind]
  if (names === 'sign_in_way' && signInWays.some((way) => way === detail)) return t(`activity.way.${detail}`)
  if (names === 'platform') return platformName(language, detail)
  if (names === 'picture' && pictures.includes(detail)) return t(`activity.picture.${detail}`)
  // Another upstream may send text that is not a time.
  if (names === 'time' && !Number.isNaN(Date.parse(detail))) return timeText(detail)
  if (names === 'failures') return t('activity.failures', { count: Number(detail) })
  if (names === 'codes_left') return t('activity.codes_left', { count: Number(detail) })
  if (names === 'count') return t('activity.devices', { count: Number(detail) })
  return unbroken(detail)
}

const pictures = ['avatar', 'background']
