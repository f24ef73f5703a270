import { limitedClientAddress, networkOf } from '../../kernel/limits/client-address'
import type { Counter, Tallies } from '../../kernel/limits/rolling'

/**
 * From how many wrong codes on a captcha is needed before another code is sent to a browser that the account does not
 * know: wrong ones from the same client address or network in a day, or in all in an hour. In all, they also have to be
 * many beside the codes that were sent: of those that people type, few are wrong.
 */
const captchaFrom = { clientAddress: 10, network: 50, inAll: 300, shareOfSent: 1 / 4 }

/** The codes that were sent in all, which the brake over all accounts compares with. */
export const sentInAll: Counter = { name: 'codesInAll', subject: 'sent' }

const inAll: Counter = { name: 'wrongCodesInAll', subject: 'wrong' }

/** Where a wrong code from a client address is counted. */
export const wrongCodes = (clientAddress: string): Counter[] => [
  { name: 'wrongCodesFromAClientAddress', subject: limitedClientAddress(clientAddress) },
  { name: 'wrongCodesFromANetwork', subject: networkOf(clientAddress) },
  inAll,
]

/** Whether there were so many wrong codes that a captcha is needed. */
export const areManyWrong = (clientAddress: string, tallies: Tallies): boolean => {
  const totals = wrongCodes(clientAddress).map((counter) => tallies.of(counter).total)
  const [fromClientAddress = 0, fromNetwork = 0, wrong = 0] = totals
  const isPulled = wrong >= captchaFrom.inAll && wrong >= captchaFrom.shareOfSent * tallies.of(sentInAll).total
  return isPulled || fromClientAddress >= captchaFrom.clientAddress || fromNetwork >= captchaFrom.network
}
