import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import { inSubject } from '~/features/organisations/acting.server'
import { api } from '~/runtime/api.server'
import type { Args } from '~/runtime/load-context'

interface Asked {
  way: 'mobile' | 'email'
  side: 'old' | 'new'
  /** The member to whom the acting manager has a code sent, with the proof of the manager. */
  chosen?: { identity_id: string; ticket: string }
}

/**
 * Has a code sent: to an own address, for the manager who hands over or for the member who takes over; or to the member
 * whom the manager has chosen.
 */
export const sendTransferCode = async (args: Args, { way, side, chosen }: Asked) => {
  const client = await api(args)
  const named = { ...inSubject(args), ...chosen }
  return way === 'mobile'
    ? client.orgSendCode({ ...named, type: mobilePurpose[side === 'old' ? 'verifyOld' : 'newManager'] })
    : client.orgSendEmailCode({ ...named, type: emailPurpose[side === 'old' ? 'verifyOld' : 'newManager'] })
}
