import { limitedClientAddress, networkOf } from '../../kernel/limits/client-address'
import type { Counter, Tallies } from '../../kernel/limits/rolling'

/**
 * The number of wrong codes from which a captcha is required before another code is sent to a browser that the account
 * does not know: wrong ones from the same client address or network in a day, or in total in an hour. The total also
 * has to be large relative to the codes that were sent: people type few wrong ones.
 */
const captchaFrom = { clientAddress: 10, network: 50, inAll: 300, shareOfSent: 1 / 4 }

/** The total of sent codes, for the brake over all accounts. */
export const sentInAll: Counter = { name: 'codesInAll', subject: 'sent' }

const inAll: Counter = { name: 'wrongCodesInAll', subject: 'wrong' }

export const wrongCodes = (clientAddress: string): Counter[] => [
  { name: 'wrongCodesFromAClientAddress', subject: limitedClientAddress(clientAddress) },
  { name: 'wrongCodesFromANetwork', subject: networkOf(clientAddress) },
  inAll,
]

/** True when there were so many wrong codes that a captcha is required. */
export const areManyWrong = (clientAddress: string, tallies: Tallies): boolean => {
  const totals = wrongCodes(clientAddress).map((counter) => tallies.of(counter).total)
  const [fromClientAddress = 0, fromNetwork = 0, wrong = 0] = totals
  const isPulled = wrong >= captchaFrom.inAll && wrong >= captchaFrom.shareOfSent * tallies.of(sentInAll).total
  return isPulled || fromClientAddress >= captchaFrom.clientAddress || fromNetwork >= captchaFrom.network
}
