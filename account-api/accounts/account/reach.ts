import type { Setting } from '#account-api/accounts/service'
import type { CodeChannel } from '#account-api/kernel/outbox/message'
import type { AddressKind } from '#contract/terms/fields'
import { kindOf } from './identifier'
import { isOn } from './identifiers-on'
import { smsRefusal } from './sms-refusal'

const codeChannels = Object.keys(kindOf) as CodeChannel[]

const channelOf = (to: string): CodeChannel => (to.includes('@') ? 'email' : 'sms')

/** The allowed kinds of address that codes are sent to: those with a channel or with a reserved identifier. */
export const codeKindsOf = (setting: Setting): AddressKind[] => {
  const { channels, testCodes } = setting
  const reserved = [...testCodes.keys()].map(channelOf)
  return codeChannels
    .filter((channel) => channels.includes(channel) || reserved.includes(channel))
    .map((channel) => kindOf[channel])
    .filter((kind) => isOn(setting, kind))
}

/** Why no code is sent to an address. Undefined: codes are sent. */
export const codeRefusal = (
  setting: Setting,
  { channel, to }: { channel: CodeChannel; to: string },
): 'not_offered' | 'invalid' | 'unsupported' | undefined => {
  if (!isOn(setting, kindOf[channel])) return 'not_offered'
  if (setting.testCodes.has(to)) return undefined
  if (!setting.channels.includes(channel)) return 'not_offered'
  return channel === 'sms' ? smsRefusal(setting, to) : undefined
}

/** The addresses of an account that a code can be sent to. */
export const reachedAddresses = (
  setting: Setting,
  { mobile, email }: { mobile: string | null; email: string | null },
): { mobile: string | null; email: string | null } => ({
  mobile: mobile !== null && codeRefusal(setting, { channel: 'sms', to: mobile }) ? null : mobile,
  email: email !== null && codeRefusal(setting, { channel: 'email', to: email }) ? null : email,
})
