import { momentText } from '../../rules/moments'
import { platformName } from '../../rules/platform-names'
import type { Change, Channel, Detail } from '../domain/message/message'
import { organisationPhrase } from './invitation-text'

/** The changes whose detail is the name of an organisation, which somebody has chosen. */
const isOfOrganisation = (change: Change): boolean => change.startsWith('transfer_') || change === 'closing_started'

/** The detail of a change as a message says it. */
export const detailText = (
  { change, detail }: { change: Change; detail: Detail },
  { channel, language, site }: { channel: Channel; language: 'en' | 'zh-Hans'; site: string },
): string => {
  if (typeof detail !== 'string') return momentText(language, detail.timeZone, new Date(detail.at))
  if (isOfOrganisation(change)) return organisationPhrase(language, { channel, site, organisation: detail })
  return change.startsWith('platform_') ? platformName(language, detail) : detail
}
