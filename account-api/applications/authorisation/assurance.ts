import type { SecondFactors } from '#account-api/accounts/account/counting'
import { type SecondKind, secondKinds } from '#account-api/accounts/methods/kinds'
import { judgeSecond } from '#account-api/accounts/methods/ledger'
import type { Factor } from '#account-api/accounts/sessions/factor'
import type { SessionRecord } from '#account-api/accounts/sessions/session-record'
import type { Deployment } from '#account-api/applications/service'
import { claimsAsked } from './claims-parameter'

const firstFactor = 'urn:butterfly:acr:first-factor'

/**
 * The values of `acr`, the strongest first, each with its second factors. A session has to have proven one of them.
 * `phr` comes from OpenID Connect Extended Authentication Profile ACR Values 1.0.
 */
const levels: Readonly<Record<string, readonly SecondKind[]>> = {
  phr: ['passkey'],
  'urn:butterfly:acr:second-factor': secondKinds,
  [firstFactor]: [],
}
export const acrValues = Object.keys(levels)

/** The values of `amr` (RFC 8176) for each factor. The RFC has none for a code by email. */
const methods: Record<Factor, readonly string[]> = {
  mobile: ['sms'],
  email: ['email'],
  password: ['pwd'],
  authenticator: ['otp'],
  passkey: ['pop', 'user'],
}

/** What a request requires to be proven about a person. */
interface Wanted {
  /** The known values of `acr` that are enough. Empty: any. */
  levels: readonly string[]
  /** The earliest proof of a second factor that is enough, in ms. */
  since: number | undefined
}

/** What a session has proven. Undefined: the person was proven for one request only, without stored factors. */
export type Proven = Pick<SessionRecord, 'factors'> | undefined

export interface Assurance {
  acr: string
  amr: string[] | undefined
  /** The factors, one of which the session has to prove. `lacks`: the account has none that counts. */
  unmet?: { hides: SecondKind[] } | { lacks: true }
}

/** The values of `acr` in a request, by `acr_values` or by `claims`. `isEssential`: no other value is accepted. */
export const acrAsked = ({
  acr_values: given = '',
  claims,
}: {
  acr_values?: string | undefined
  claims?: string | undefined
}) => {
  const { value, values = [], essential = false } = claimsAsked(claims).id_token.acr ?? {}
  const names = given === '' ? [...(value === undefined ? [] : [value]), ...values] : given.split(' ')
  return { levels: names.filter((name) => Object.hasOwn(levels, name)), isEssential: essential && names.length > 0 }
}

/** The first of the wanted levels that a session meets, and the methods by which it does. */
export const assuranceOf = (
  deployment: Pick<Deployment, 'now'>,
  { account, proven, wanted }: { account: SecondFactors; proven: Proven; wanted: Wanted },
): Assurance => {
  const showing = proven ?? { factors: { authenticator: null, passkey: null } }
  const judge = (name: string) => {
    const only = levels[name] ?? []
    return only.length === 0 ? undefined : judgeSecond(deployment, account, showing, { only, since: wanted.since })
  }
  const met = [...wanted.levels, ...acrValues].find((name) => judge(name) === undefined) ?? firstFactor
  const isMet = wanted.levels.length === 0 || wanted.levels.includes(met)
  const judged = isMet ? [] : wanted.levels.flatMap((name) => judge(name) ?? [])
  const hides = judged.flatMap((each) => ('hides' in each ? each.hides : []))
  return {
    acr: met,
    amr: proven && amrOf(proven, met !== firstFactor),
    ...(!isMet && { unmet: hides.length > 0 ? { hides: [...new Set(hides)] } : { lacks: true } }),
  }
}

const amrOf = ({ factors }: NonNullable<Proven>, isSecond: boolean): string[] | undefined => {
  const shown = (Object.keys(methods) as Factor[]).filter((factor) => factors[factor] !== null)
  const names = [...shown.flatMap((factor) => methods[factor]), ...(isSecond ? ['mfa'] : [])]
  return names.length === 0 ? undefined : names
}
