import type { TFunction } from 'i18next'
import { shownNumber } from '#rules/typed/number'
import type { Invitation } from '~/features/organisations/invitations.server'
import { unbroken } from '~/i18n/texts'

/** The name of an invitation in a list: the name or address of its invitee, or “link”. */
export const invitationName = (t: TFunction, { channel, deputy_name, address, places }: Invitation): string => {
  if (channel === 'link') return t('invitations.link_for', { count: places })
  return (
    [deputy_name, unbroken(/^\+\d+$/.test(address) ? shownNumber(address) : address)]
      .filter((part) => part !== '')
      .join(' ·\u00A0') || t('invitations.erased')
  )
}

/** True when an invitation can be sent again. */
export const isResendable = ({ state, channel, address }: Invitation): boolean =>
  state === 'pending' || ((state === 'expired' || state === 'undeliverable') && (channel === 'link' || address !== ''))

/** How many invitations a page of the list has, and how many can be ticked. */
export const invitationsPerPage = 20
