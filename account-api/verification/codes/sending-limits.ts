import { regionOfMobile } from '#account-api/accounts/account/identifier'
import { count } from '#account-api/kernel/limits/limits'
import { type Counter, type Tallies, tally } from '#account-api/kernel/limits/rolling'
import type { Deployment, Stores } from '#account-api/verification/service'
import type { Target } from './code'
import { slotOf } from './code'
import { areManyWrong, codesFrom, provenCodes, sentInAll, wrongCodes } from './wrong-codes'

/** The requester of a code, as limits identify it. */
export interface LimitedAsker {
  clientAddress: string
  /** True when the account of the address knows the browser. Such a browser has its own share of codes. */
  isKnownBrowser: boolean
}

/** How many times the limit of one client address a network has before a captcha. */
const networkFactor = 10

/**
 * The maximum number of codes, and the number from which a captcha is required. The limits of one client address or
 * network exceed what a school or an office needs in a day. A network has at least the limit of one address. SMS codes
 * that were typed correctly do not count for the captcha, because many people share one address of a mobile network.
 */
const ruleOf = ({ policy: { limits } }: Pick<Deployment, 'policy'>) => ({
  forAPurpose: { most: 10, captchaFrom: 7 },
  toAnAddress: { most: limits.codes_to_an_address },
  ofAMinute: { most: 3 },
  fromAClientAddress: { most: limits.codes_from_a_client_address, captchaFrom: limits.codes_before_a_captcha },
  fromANetwork: { most: 10_000, captchaFrom: networkFactor * limits.codes_before_a_captcha },
})

interface Limited {
  counter: Counter
  most: number
  /** How many pass without a captcha. */
  captchaFrom?: number
  /** The counter of SMS codes that were typed correctly. They do not count for the captcha. */
  proven?: Counter | undefined
  refusal: 'resend_too_soon' | 'code_limit_reached'
}

export type Verdict =
  | { ok: true; needsCaptcha: boolean; uncount: () => Promise<void> }
  | { ok: false; code: 'resend_too_soon' | 'code_limit_reached'; until: number }

/**
 * Counts a code that is about to be sent, and checks all limits. A refused code is not counted. The caller uncounts a
 * code that is not sent.
 */
export const judgeSending = async (
  stores: Stores,
  { target, asker }: { target: Target; asker: LimitedAsker },
): Promise<Verdict> => {
  const at = stores.deployment.now()
  const limited = limitsOf(stores.deployment, target, asker)
  const add = [...limited.map(({ counter }) => counter), sentInAll]
  const read = asker.isKnownBrowser ? [] : [...wrongCodes(asker.clientAddress), ...provenCodes(asker.clientAddress)]
  const tallies = await tally(stores, { add, read }, at)
  const over = limited.find(({ counter, most }) => tallies.of(counter).total > most)
  if (over) {
    await tallies.uncount()
    return { ok: false, code: over.refusal, until: tallies.of(over.counter).freeAt(over.most) }
  }
  await warnOfCap(stores, limited, tallies)
  const totalOf = (counter: Counter | undefined) => (counter ? tallies.of(counter).total : 0)
  const areMany = limited.some(
    ({ counter, captchaFrom = Infinity, proven }) => totalOf(counter) - totalOf(proven) > captchaFrom,
  )
  return {
    ok: true,
    needsCaptcha: areMany || (!asker.isKnownBrowser && areManyWrong(asker.clientAddress, tallies)),
    uncount: () => tallies.uncount(),
  }
}

/** All limits of a code. The longest come first, because the answer names the first exceeded one. */
const limitsOf = (
  deployment: Deployment,
  target: Target,
  { clientAddress, isKnownBrowser }: LimitedAsker,
): Limited[] => {
  const address = `${target.channel}:${target.to}`
  const { purpose } = slotOf(target)
  const refusal = 'code_limit_reached'
  const rule = ruleOf(deployment)
  const ofPurpose = { subject: address, part: String(purpose) }
  if (isKnownBrowser)
    return [
      { counter: { name: 'codesForAPurposeKept', ...ofPurpose }, ...rule.forAPurpose, refusal },
      ...capOf(deployment, target, isKnownBrowser),
    ]
  const [fromAddress, fromNetwork] = codesFrom(clientAddress)
  const [provenFromAddress, provenFromNetwork] = provenCodes(clientAddress)
  return [
    { counter: { name: 'codesForAPurpose', ...ofPurpose }, ...rule.forAPurpose, refusal },
    { counter: { name: 'codesToAnAddress', subject: address }, ...rule.toAnAddress, refusal },
    { counter: fromAddress, proven: provenFromAddress, ...rule.fromAClientAddress, refusal },
    { counter: fromNetwork, proven: provenFromNetwork, ...rule.fromANetwork, refusal },
    ...capOf(deployment, target, isKnownBrowser),
    { counter: { name: 'codesOfAMinute', subject: address }, ...rule.ofAMinute, refusal: 'resend_too_soon' },
  ]
}

const capOf = (deployment: Deployment, target: Target, isKnownBrowser: boolean): Limited[] => {
  if (target.channel !== 'sms') return []
  const subject = `${regionOfMobile(target.to) ?? 'none'}:${slotOf(target).purpose}`
  const counter: Counter = { name: isKnownBrowser ? 'smsToARegionKept' : 'smsToARegion', subject }
  return [{ counter, most: deployment.smsDailyCap, refusal: 'code_limit_reached' }]
}

const warnFromShare = 0.8

/** Warns the operator before the cap is reached, at most once an hour over all copies. */
export const warnOfCap = async (
  stores: Stores,
  limited: Pick<Limited, 'counter' | 'most'>[],
  tallies: Tallies,
): Promise<void> => {
  for (const { counter, most } of limited) {
    if (counter.name !== 'smsToARegion' && counter.name !== 'smsToARegionKept') continue
    const { total } = tallies.of(counter)
    if (total < warnFromShare * most) continue
    const subject = `${counter.name}:${counter.subject}`
    const isFirst = (await count(stores, 'warningsOfACap', { subject, at: stores.deployment.now() })).within
    const [region, purpose, part] = counter.subject.split(':')
    const of = { region, purpose, ...(part && { part }) }
    if (isFirst) stores.deployment.warn({ ...of, sent: total, cap: most }, 'SMS_DAILY_CAP is nearly reached')
  }
}
