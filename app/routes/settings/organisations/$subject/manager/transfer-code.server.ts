import { inSubject } from '~/features/organisation/acting.server'
import { api } from '~/runtime/api.server'
import type { Args } from '~/runtime/load-context'
import { emailPurpose, mobilePurpose } from '../../../../../../contract/terms/purposes'

/** Has a code sent to an own address: for the manager who hands over, or for the member who takes over. */
export const sendTransferCode = async (args: Args, { way, side }: { way: 'mobile' | 'email'; side: 'old' | 'new' }) => {
  const client = await api(args)
  const subject = inSubject(args)
  return way === 'mobile'
    ? client.orgSendCode({ ...subject, type: mobilePurpose[side === 'old' ? 'verifyOld' : 'newManager'] })
    : client.orgSendEmailCode({ ...subject, type: emailPurpose[side === 'old' ? 'verifyOld' : 'newManager'] })
}
