import { hashToken } from '#account-api/kernel/random'
import type { Person } from '#bench/seed/person'
import type { CallName } from '#contract/calls'
import type { Client } from '#contract/client'
import type { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import { CookieJar } from '#contract/wire/cookie-jar'
import { formTokenCookie, knownBrowserCookie, sessionCookie } from '#contract/wire/headers'
import type { World } from '#tests/account-api/worlds/world'

type Input<Name extends CallName> = Parameters<Client[Name]>[0]
type Answer<Name extends CallName> = Awaited<ReturnType<Client[Name]>>
type Data<Name extends CallName> = Extract<Answer<Name>, { ok: true }>['data']
type Code<Name extends CallName> = Exclude<Answer<Name>, { ok: true }>['code']
type Refused<Name extends CallName, Is> = Extract<Answer<Name>, { ok: false; code: Is }>['data']

export type Measure = <Answer>(call: CallName, make: () => Promise<Answer>) => Promise<Answer>

/** A person whose calls are measured. */
export interface Actor {
  world: World
  /** Makes a call. @throws when it is refused */
  ask<Name extends CallName>(name: Name, input: Input<Name>): Promise<Data<Name>>
  /** Makes a call that is refused with this code. @throws if it is not */
  refused<Name extends CallName, Is extends Code<Name>>(
    name: Name,
    input: Input<Name>,
    code: Is,
  ): Promise<Refused<Name, Is>>
  /** Makes a call that requires a captcha, solves the captcha, and repeats the call. */
  insist<Name extends CallName>(name: Name, input: Input<Name>): Promise<Data<Name>>
  /** A code by SMS, with the key that names it. */
  smsCode(to: string, type: (typeof mobilePurpose)[keyof typeof mobilePurpose]): Promise<NamedSms>
  emailCode(to: string, type: (typeof emailPurpose)[keyof typeof emailPurpose]): Promise<NamedEmail>
}

interface NamedSms {
  code: string
  sms_code_key: string
}

interface NamedEmail {
  code: string
  email_code_key: string | undefined
}

/** The limits of codes per minute are not measured here. */
const betweenCodesMinutes = 2

/** @param person the owner of the actor's session and known browser. Without one, an unknown browser */
export const actorIn = (world: World, measure: Measure, person?: Person): Actor => {
  const jar = new CookieJar(
    person && { [sessionCookie]: person.sessions[0]?.token ?? '', [knownBrowserCookie]: person.browsers.join('.') },
  )
  const address = freshAddress()

  const call = async (name: CallName, input: object, captchaTicket?: string) => {
    const client = world.person({ jar, address, captchaTicket })
    const make = client[name] as (input: object) => Promise<{ ok: boolean; code?: string; data: unknown }>
    return measure(name, () => make(input))
  }
  const ask: Actor['ask'] = async (name, input) => {
    const answer = await call(name, input)
    if (!answer.ok) throw new Error(`${name} answered ${answer.code} ${JSON.stringify(answer.data)}`)
    return answer.data as never
  }
  const refused: Actor['refused'] = async (name, input, code) => {
    const answer = await call(name, input)
    if (answer.code !== code) throw new Error(`${name} answered ${answer.code ?? 'ok'} and not ${code}`)
    return answer.data as never
  }
  const insist: Actor['insist'] = async (name, input) => {
    const { decision } = (await refused(name, input, 'captcha_required' as never)) as { decision: { ticket: string } }
    const { id } = await ask('getCaptcha', { decision: decision.ticket })
    const visitor = hashToken(jar.get(formTokenCookie) ?? '')
    const captcha = await world.storage.captchas.find(id, { visitor, at: world.deployment.now() })
    const { captcha_ticket } = await ask('verifyCaptcha', { id, text: captcha?.spoken ?? '' })
    const answer = await call(name, input, captcha_ticket)
    if (!answer.ok) throw new Error(`${name} answered ${answer.code} after a captcha`)
    return answer.data as never
  }
  return {
    world,
    ask,
    refused,
    insist,
    smsCode: async (mobile, type) => {
      world.passMinutes(betweenCodesMinutes)
      const { sms_code_key } = await ask('sendCode', { mobile, type })
      return { code: await world.codeTo(mobile), sms_code_key }
    },
    emailCode: async (email, type) => {
      world.passMinutes(betweenCodesMinutes)
      const { email_code_key } = await ask('sendEmailCode', { email, type })
      return { code: await world.codeTo(email), email_code_key }
    },
  }
}

let addresses = 0

/** A client address in its own network, so no limit is reached. */
const freshAddress = (): string => {
  addresses += 1
  return `${100 + ((addresses >> 16) & 63)}.${(addresses >> 8) & 255}.${addresses & 255}.1`
}
