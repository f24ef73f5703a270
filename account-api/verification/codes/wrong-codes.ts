import { limitedClientAddress, networkOf } from '#account-api/kernel/limits/client-address'
import type { Counter, Tallies } from '#account-api/kernel/limits/rolling'

/**
 * The number of wrong codes from which a captcha is required, before another code is sent to a browser unknown to the
 * account: from the same client address or network in a day, or in total in an hour. The number also has to be large
 * relative to the sent codes, because people type few wrong ones.
 */
const captchaFrom = { clientAddress: 10, network: 50, inAll: 300, shareOfSent: 1 / 4 }

/** The total of sent codes, for the limit over all accounts. */
export const sentInAll: Counter = { name: 'codesInAll', subject: 'sent' }

const inAll: Counter = { name: 'wrongCodesInAll', subject: 'wrong' }

/** The counters of a requested code, by client address. */
export const codesFrom = (clientAddress: string): [Counter, Counter] => [
  { name: 'codesFromAClientAddress', subject: limitedClientAddress(clientAddress) },
  { name: 'codesFromANetwork', subject: networkOf(clientAddress) },
]

/**
 * The counters of SMS codes that were typed correctly there: a number costs its owner money, and an email costs
 * nothing.
 */
export const provenCodes = (clientAddress: string): [Counter, Counter] => [
  { name: 'provenCodesFromAClientAddress', subject: limitedClientAddress(clientAddress) },
  { name: 'provenCodesFromANetwork', subject: networkOf(clientAddress) },
]

/** The counters of a wrong code, by client address. */
export const wrongCodes = (clientAddress: string): [Counter, Counter, Counter] => [
  { name: 'wrongCodesFromAClientAddress', subject: limitedClientAddress(clientAddress) },
  { name: 'wrongCodesFromANetwork', subject: networkOf(clientAddress) },
  inAll,
]

/** True when the number of wrong codes requires a captcha. */
export const areManyWrong = (clientAddress: string, tallies: Tallies): boolean => {
  const sent = [...codesFrom(clientAddress), sentInAll]
  const most = [captchaFrom.clientAddress, captchaFrom.network, captchaFrom.inAll]
  return wrongCodes(clientAddress).some((counter, index) => {
    const wrong = tallies.of(counter).total
    const ofSent = captchaFrom.shareOfSent * tallies.of(sent[index] as Counter).total
    return wrong >= (most[index] as number) && wrong >= ofSent
  })
}
