import { useTranslation } from 'react-i18next'
import { describedBy, FieldFrame } from '~/forms/fields/field-frame'
import type { PageField } from '~/forms/use-page-form'
import { timeZoneLabel, timeZonesByContinent } from '~/i18n/time-zones'

/** The value of the default option. An empty value would count as a missing field. */
export const automatic = 'automatic'

const offered = timeZonesByContinent.flatMap(({ timeZones }) => timeZones)

interface TimeZoneFieldProps {
  field: PageField
  /** IANA name. */
  inForce: string
  isChosen: boolean
}

/** The time zone in which the person reads times, on pages and in messages. */
export const TimeZoneField = ({ field, inForce, isChosen }: TimeZoneFieldProps) => {
  const { t, i18n } = useTranslation()
  const now = new Date()
  const option = (timeZone: string) => (
    <option key={timeZone} value={timeZone}>
      {timeZoneLabel(i18n.language, timeZone, now)}
    </option>
  )
  const automaticText = isChosen
    ? t('profile.time_zone_automatic')
    : t('profile.time_zone_automatic_now', { timeZone: timeZoneLabel(i18n.language, inForce, now) })
  return (
    <FieldFrame field={field} label="profile.time_zone" hint="profile.time_zone_hint">
      <select
        id={field.name}
        name={field.name}
        defaultValue={field.value}
        {...describedBy(field, 'profile.time_zone_hint')}
      >
        <option value={automatic}>{automaticText}</option>
        {option('UTC')}
        {isChosen && ![...offered, 'UTC'].includes(inForce) && option(inForce)}
        {timeZonesByContinent.map(({ continent, timeZones }) => (
          <optgroup key={continent} label={t(`profile.continent.${continent}`)}>
            {timeZones.map(option)}
          </optgroup>
        ))}
      </select>
    </FieldFrame>
  )
}
