import type { Deployment } from '#account-api/accounts/service'
import type { CodeChannel } from '#account-api/kernel/outbox/message'
import type { AddressKind } from '#contract/terms/fields'
import { type NumberType, readNumber } from '#rules/typed/number'
import { kindOf } from './identifier'
import { isOn } from './identifiers-on'

const codeChannels = Object.keys(kindOf) as CodeChannel[]

const channelOf = (to: string): CodeChannel => (to.includes('@') ? 'email' : 'sms')

/** The allowed kinds of address that can get codes: those with a channel or a reserved identifier. */
export const codeKindsOf = (deployment: Deployment): AddressKind[] => {
  const { channels, testCodes } = deployment
  const reserved = [...testCodes.keys()].map(channelOf)
  return codeChannels
    .filter((channel) => channels.includes(channel) || reserved.includes(channel))
    .map((channel) => kindOf[channel])
    .filter((kind) => isOn(deployment, kind))
}

/** Kinds of numbers that cost more than a mobile, or whose owner reads no SMS. */
const refusedTypes = new Set<NumberType>([
  'PREMIUM_RATE',
  'SHARED_COST',
  'TOLL_FREE',
  'PERSONAL_NUMBER',
  'PAGER',
  'UAN',
  'VOICEMAIL',
])

/**
 * Why no SMS is sent to a number. Satellite and other numbers without a region (+870, +881, +883, …) cost as much as
 * premium numbers, and attract fraud with SMS fees.
 */
const smsRefusal = ({ smsRegions }: Deployment, e164: string): 'invalid' | 'unsupported' | undefined => {
  const read = readNumber({ typed: e164, region: undefined })
  if (!read.ok) return 'invalid'
  const { country } = read.value
  const type = read.value.getType()
  return country === undefined || (type && refusedTypes.has(type)) || smsRegions?.has(country) === false
    ? 'unsupported'
    : undefined
}

/** Why no code is sent to an address. Undefined: codes are sent. */
export const codeRefusal = (
  deployment: Deployment,
  { channel, to }: { channel: CodeChannel; to: string },
): 'not_offered' | 'invalid' | 'unsupported' | undefined => {
  if (!isOn(deployment, kindOf[channel])) return 'not_offered'
  if (deployment.testCodes.has(to)) return undefined
  if (!deployment.channels.includes(channel)) return 'not_offered'
  return channel === 'sms' ? smsRefusal(deployment, to) : undefined
}

/** The addresses of an account that can get codes. */
export const reachedAddresses = (
  deployment: Deployment,
  { mobile, email }: { mobile: string | null; email: string | null },
): { mobile: string | null; email: string | null } => ({
  mobile: mobile !== null && codeRefusal(deployment, { channel: 'sms', to: mobile }) ? null : mobile,
  email: email !== null && codeRefusal(deployment, { channel: 'email', to: email }) ? null : email,
})
