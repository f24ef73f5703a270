import type { TFunction } from 'i18next'
import { shownNumber } from '#rules/typed/number'
import type { Invitation } from '~/features/organisation/invitations.server'
import { unbroken } from '~/i18n/texts'

/** How a list names an invitation: by the name or the address of its invitee, or as a link. */
export const invitationName = (t: TFunction, { channel, deputy_name, address, places }: Invitation): string => {
  if (channel === 'link') return t('invitations.link_for', { count: places })
  return (
    [deputy_name, unbroken(/^\+\d+$/.test(address) ? shownNumber(address) : address)]
      .filter((part) => part !== '')
      .join(' · ') || t('invitations.erased')
  )
}

/** True when an invitation can be sent again. */
export const isResendable = ({ state, channel, address }: Invitation): boolean =>
  state === 'pending' || ((state === 'expired' || state === 'undeliverable') && (channel === 'link' || address !== ''))

/** So many invitations are on a page of the list, and so many can be ticked. */
export const invitationsPerPage = 20
