import type { CookieJar } from '#contract/wire/cookie-jar'
import { captchaOf, codeOf, dataOf, freshMobile, type World } from '#tests/account-api/worlds/world'

type Visitor = { jar: CookieJar; address?: string }
type Answered = { ok: true } | { ok: false; code: string; data: unknown }

/** The ticket of the decision that requires a captcha. @throws if none is required */
export const decisionIn = (answer: Answered): string => {
  if (answer.ok || answer.code !== 'captcha_required') throw new Error(`no captcha was asked for: ${codeOf(answer)}`)
  return (answer.data as { decision: { ticket: string } }).decision.ticket
}

/** A decision that requires a captcha from a browser. */
export const decisionFor = async (world: World, visitor: Visitor): Promise<string> =>
  decisionIn(await world.person(visitor).isMobileRegistered({ mobile: freshMobile() }))

/** Opens a captcha of a decision, and answers it with its solution. */
export const openedFor = async (world: World, visitor: Visitor, decision: string) => {
  const challenge = dataOf(await world.person(visitor).getCaptcha({ decision }))
  const kept = await captchaOf(world.storage, visitor.jar, challenge.id)
  if (!kept) throw new Error('the captcha is not kept')
  return { challenge, id: challenge.id, kept, spoken: kept.spoken }
}

/** Solves a decision’s captcha by its sound, and returns its ticket. */
export const solvedFor = async (world: World, visitor: Visitor, decision: string): Promise<string> => {
  const { id, spoken: text } = await openedFor(world, visitor, decision)
  return dataOf(await world.person(visitor).verifyCaptcha({ id, text })).captcha_ticket
}
