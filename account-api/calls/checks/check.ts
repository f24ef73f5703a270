import type { AccountProfile } from '#account-api/accounts/account/account-record'
import type { Person } from '#account-api/accounts/sessions/person'
import type { SessionRecord } from '#account-api/accounts/sessions/session-record'
import type { ApiOptions } from '#account-api/calls/api-options'
import type { CallRequest } from '#account-api/http/raw-request'
import type { CallAnswer } from '#account-api/http/reply'
import type { Operator } from '#account-api/operator/handling'
import type { Service } from '#account-api/operator/service'
import type { Acting } from '#account-api/organisations/records/identity-record'
import type { Call } from '#contract/call'

/** What the checks find out about a call. */
interface Found {
  /** The application that has signed the call. */
  aid: string
  /** Who makes a call of an operator. */
  by: Operator | undefined
  /** Where the call comes from, as the one who makes it may say. Empty: the machine of the database. */
  clientAddress: string
  /** Undefined: none were read. */
  cookies: ReadonlyMap<string, string> | undefined
  session: SessionRecord | undefined
  /** The input as it came. */
  fields: Record<string, unknown>
  /** As the schema of the row reads it, with names as they are stored. */
  input: Record<string, unknown>
  /** Of the session, in a call that needs one. */
  account: AccountProfile | undefined
  /** The place of the member in the organisation that the input names. */
  acting: Acting | undefined
}

/** A call with what is known of it so far. */
export interface CallSoFar extends Found {
  readonly options: Pick<ApiOptions, 'application' | 'service' | 'signatureClock'>
  readonly service: Service
  readonly row: Call
  readonly request: CallRequest
}

export type Refused = Extract<CallAnswer['outcome'], { ok: false }>

/** Refuses a call, or says what it has found. */
export type Check = (call: CallSoFar) => Promise<Refused | Partial<Found>> | Refused | Partial<Found>

/** The person whose session a call that needs one comes by. */
export const personOf = ({ session, account }: CallSoFar): Person | undefined =>
  session && account && { session, account }

/** A call that nothing is known of. */
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

/** Runs checks in their order, until one refuses the call. Each sees what those before it have found. */
export const judge = async (call: CallSoFar, checks: readonly Check[]): Promise<Refused | undefined> => {
  for (const check of checks) {
    const found = await check(call)
    if ('ok' in found) return found
    Object.assign(call, found)
  }
  return undefined
}
