import type { AccountProfile } from '#account-api/accounts/account/account-record'
import type { Person } from '#account-api/accounts/sessions/person'
import type { SessionRecord } from '#account-api/accounts/sessions/session-record'
import type { ApiOptions } from '#account-api/calls/api-options'
import type { CallRequest } from '#account-api/http/raw-request'
import type { CallAnswer } from '#account-api/http/reply'
import type { Operator } from '#account-api/operator/handling'
import type { Service } from '#account-api/operator/service'
import type { Acting } from '#account-api/organisations/records/member-record'
import type { Call } from '#contract/call'

/** What the checks find out about a call. */
interface Found {
  /** The application that signed the call. */
  aid: string
  /** Who makes a call of an operator. */
  by: Operator | undefined
  /** The client address that the caller states. Empty: the machine of the database. */
  clientAddress: string
  /** Undefined: not read. */
  cookies: ReadonlyMap<string, string> | undefined
  session: SessionRecord | undefined
  /** The unparsed input. */
  fields: Record<string, unknown>
  /** The input as the schema of the row reads it, with names as they are stored. */
  input: Record<string, unknown>
  /** The account of the session, for a call that needs one. */
  account: AccountProfile | undefined
  /** The acting member in the organisation that the input names. */
  acting: Acting | undefined
}

export interface CallSoFar extends Found {
  readonly options: Pick<ApiOptions, 'application' | 'service' | 'signatureClock'>
  readonly service: Service
  readonly row: Call
  readonly request: CallRequest
}

export type Refused = Extract<CallAnswer['outcome'], { ok: false }>

/** Refuses a call, or returns what it found. */
export type Check = (call: CallSoFar) => Promise<Refused | Partial<Found>> | Refused | Partial<Found>

/** The person whose session a call uses, if it needs one. */
export const personOf = ({ session, account }: CallSoFar): Person | undefined =>
  session && account && { session, account }

export const newCall = (known: Pick<CallSoFar, 'options' | 'service' | 'row' | 'request'>): CallSoFar => ({
  ...known,
  aid: '',
  by: undefined,
  clientAddress: '',
  cookies: undefined,
  session: undefined,
  fields: {},
  input: {},
  account: undefined,
  acting: undefined,
})

/** Runs checks in their order, until one refuses the call. Each sees the results of the previous ones. */
export const judge = async (call: CallSoFar, checks: readonly Check[]): Promise<Refused | undefined> => {
  for (const check of checks) {
    const found = await check(call)
    if ('ok' in found) return found
    Object.assign(call, found)
  }
  return undefined
}
