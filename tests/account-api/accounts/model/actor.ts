import type { CallName } from '#contract/calls'
import type { Client } from '#contract/client'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import type { RequestOptions } from '#contract/verification/passkey-fields'
import { CookieJar } from '#contract/wire/cookie-jar'
import { sessionCookie } from '#contract/wire/headers'
import { appCode } from '#tests/account-api/verification/authenticators/apps'
import { freshAddress, freshEmail, freshMobile, type World } from '#tests/account-api/worlds/world'
import type { SoftwarePasskey } from '#tests/fixtures/authenticators/passkey'

/** What a person can prove about an account, and the addresses that they read. */
export interface Means {
  mobile?: string | undefined
  email?: string | undefined
  recovery?: string | undefined
  /** The newest last. */
  passwords: string[]
  passkeys: SoftwarePasskey[]
  /** Secrets of authenticator apps, and recovery codes. */
  apps: string[]
  codes: string[]
}

/** The parts that all answers share. */
export interface Told {
  ok: boolean
  code?: string
  data: Record<string, unknown>
}

type Given<Name extends CallName> = Parameters<Client[Name]>[0]

/** The parts of an answer that an actor remembers. */
export interface Heard {
  name: CallName
  input: Record<string, unknown>
  told: Told
}

const purposes = { mobile: mobilePurpose, email: emailPurpose }
export type Purpose = keyof typeof mobilePurpose & keyof typeof emailPurpose

interface Browser {
  jar: CookieJar
  address: string
  /** What continues here later: tickets, and a remembered account’s token. */
  kept: Map<string, string>
  /** True if the browser is signed in to another account of the person. */
  isElsewhere?: true
}

/** Somebody who makes calls with what they have: the owner of an account, or a thief. */
export const newActor = (world: World, { means, hear }: { means: Means; hear: (heard: Heard) => void }) => {
  const newBrowser = (): Browser => ({ jar: new CookieJar(), address: freshAddress(), kept: new Map<string, string>() })
  const browsers = [newBrowser()]
  let here = 0
  const browser = () => browsers[here] as Browser
  const goTo = (nth: number): number => {
    const was = here
    here = nth
    return was
  }

  const ask = async <Name extends CallName>(name: Name, input: Given<Name>): Promise<Told> => {
    const { jar, address } = browser()
    const told = (await world.insist({ jar, address }, (client) => client[name](input as never) as never)) as Told
    hear({ name, input: input as Record<string, unknown>, told })
    return told
  }

  /** The addresses that this person reads: the account’s and their own. */
  const own = { mobile: freshMobile(), email: freshEmail(), recovery: freshEmail() }
  const reads = (address: string | undefined) =>
    address !== undefined && [means.mobile, means.email, means.recovery, ...Object.values(own)].includes(address)

  /** The newest code sent to an address. Undefined: none was sent, or this person does not read the address. */
  const codeAt = async (address: string | undefined): Promise<string | undefined> =>
    reads(address) ? ((await world.toldLast(address ?? ''))?.code ?? undefined) : undefined

  /** Has a code sent to an address of the account, or another one, and reads it. */
  const codeFor = async (
    kind: 'mobile' | 'email',
    purpose: Purpose,
    { to = means[kind], ticket = undefined as string | undefined } = {},
  ) => {
    if (to === undefined) return undefined
    const type = purposes[kind][purpose]
    const asked = { [kind]: to, type, ...(ticket !== undefined && { ticket }) }
    const sent = await ask(kind === 'mobile' ? 'sendCode' : 'sendEmailCode', asked as never)
    const code = sent.ok ? await codeAt(to) : undefined
    return code === undefined ? undefined : { code, type, to }
  }

  /** Returns the ticket for such a code. */
  const ticketFor = async (kind: 'mobile' | 'email', purpose: Purpose): Promise<string | undefined> => {
    const got = await codeFor(kind, purpose)
    if (!got) return undefined
    const { to, ...typed } = got
    const told = await ask(kind === 'mobile' ? 'validateCode' : 'validateEmailCode', { [kind]: to, ...typed } as never)
    return told.ok ? String(told.data.ticket) : undefined
  }

  /** Proves one method of a second verification, and returns the ticket. Undefined: this person cannot. */
  const prove = async (sms_code_key: string, way: string): Promise<string | undefined> => {
    const verify = async (code: string | undefined) => {
      if (code === undefined) return undefined
      const told = await ask('verifySecond', { sms_code_key, way: way as 'mobile', code })
      return told.ok ? String(told.data.verify_ticket) : undefined
    }
    switch (way) {
      case 'mobile':
      case 'email':
        if (means[way] === undefined) return undefined
        return (await ask('sendSecondCode', { sms_code_key, way })).ok ? verify(await codeAt(means[way])) : undefined
      case 'password':
        for (const password of [...means.passwords].reverse()) {
          const ticket = await verify(password)
          if (ticket) return ticket
        }
        return undefined
      case 'authenticator':
        return verify(factorCode())
      default: {
        for (const device of means.passkeys) {
          const begun = await ask('startSecondPasskey', { sms_code_key })
          if (!begun.ok) return undefined
          const credential = device.get(begun.data.options as RequestOptions)
          const told = await ask('verifySecondByPasskey', { sms_code_key, credential })
          if (told.ok) return String(told.data.verify_ticket)
        }
        return undefined
      }
    }
  }

  /** A code of the app or, without one, a recovery code. */
  const factorCode = (): string | undefined => {
    const secret = means.apps.at(-1)
    return secret === undefined ? means.codes.pop() : appCode(world, secret)
  }

  /** Makes a call. Proves what it requires, as far as this person can, and otherwise schedules the change. */
  const make = async <Name extends CallName>(name: Name, input: Given<Name>): Promise<Told> => {
    const tried = new Set<string>()
    for (;;) {
      let told = await ask(name, input)
      // It changes nothing, and asks for the second factor that the session has not shown.
      if (told.code === 'factor_due' && !tried.has('due')) told = await ask('askAuthenticator', { at_sign_in: 0 })
      tried.add('due')
      if (told.code !== 'second_verification_required') return told
      const { sms_code_key, ways, wait_hours } = told.data as {
        sms_code_key: string
        ways: { way: string }[]
        wait_hours?: number
      }
      const proven = await proveOne(sms_code_key, ways, tried)
      if (proven === undefined) return wait_hours === undefined ? told : ask(name, { ...input, wait: 1 } as Given<Name>)
    }
  }

  const proveOne = async (key: string, ways: { way: string }[], tried: Set<string>) => {
    for (const { way } of ways) {
      if (tried.has(way)) continue
      tried.add(way)
      const ticket = await prove(key, way)
      if (ticket !== undefined) return ticket
    }
    return undefined
  }

  return {
    means,
    own,
    browsers,
    get kept() {
      return browser().kept
    },
    ask,
    make,
    prove,
    proveOne,
    codeAt,
    codeFor,
    ticketFor,
    factorCode,
    reads,
    /** Switches to one of the browsers, and returns the previous one. */
    at: (nth: number) => goTo(nth % browsers.length),
    /** Switches to a browser that no account knows, and returns the previous one. */
    open: () => goTo(browsers.push(newBrowser()) - 1),
    /** Switches to the newest browser with a session, if the current one has none. */
    settle: () => {
      const isIn = ({ jar }: Browser) => jar.get(sessionCookie) !== undefined
      if (!isIn(browser()))
        here = Math.max(
          0,
          browsers.findLastIndex((each) => !each.isElsewhere && (isIn(each) || each.kept.size > 0)),
        )
    },
    /** Uses a browser that another person lost, or another account, and returns the previous one. */
    take: (taken: Browser) => goTo(browsers.push(taken) - 1),
    /** Loses the current browser, and returns it. */
    lose: () => {
      const [lost = newBrowser()] = browsers.splice(here, 1)
      here = browsers.push(newBrowser()) - 1
      return lost
    },
  }
}

export type Actor = ReturnType<typeof newActor>
