import { offsetText } from '#rules/moments'
import { cityOf, offeredTimeZones } from '#rules/time-zones'

/** The continents, as the texts name them, with the areas of IANA names that each consists of. */
const areas = {
  america: ['America'],
  europe: ['Europe'],
  africa: ['Africa'],
  asia: ['Asia'],
  oceania: ['Australia', 'Pacific'],
}

type Continent = keyof typeof areas

/** The time zones that a profile offers, by continent. */
export const timeZonesByContinent = Object.entries(areas).map(([continent, names]) => ({
  continent: continent as Continent,
  timeZones: offeredTimeZones.filter((timeZone) => names.some((name) => timeZone.startsWith(`${name}/`))),
}))

/** The label of a time zone, such as `Shanghai (UTC+8)`. A time zone that is not offered has its IANA name. */
export const timeZoneLabel = (language: string, timeZone: string, at: Date): string =>
  timeZone === 'UTC' ? timeZone : `${cityOf(language, timeZone) ?? timeZone} (${offsetText(timeZone, at)})`
