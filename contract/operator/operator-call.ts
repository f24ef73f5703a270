import type { z } from 'zod'
import type { Call, Method } from '#contract/call'
import type { Told } from '#contract/terms/power'
import type { OperatorError } from './operator-errors'

/** The scopes of an operator key, each with what a key that has it may do. */
export const operatorScopes = {
  read: 'sees what there is: people with masked addresses, organisations, clients. No secret, and it changes nothing',
  support: 'people: names that wait for review, freezing, ending sessions, help; messages; announcements',
  clients:
    'clients, services and sites, with their secrets; no client that people are not asked about, and no key of an application',
  organisations: 'organisations: their names, their managers, their allowance, freezing',
  all: 'everything: operator keys, the roles of operators and their accounts, keys of applications and first-party clients too',
} as const

export type OperatorScope = keyof typeof operatorScopes

export const operatorScopeNames = Object.keys(operatorScopes) as [OperatorScope, ...OperatorScope[]]

/**
 * What kind of act a call is. `reads`: it shows what the scope `read` may see. `reveals`: it shows a secret, or facts of a
 * person. `changes`: it changes something. The last two are logged with the key, its holder and the reason.
 */
export type OperatorAct = 'reads' | 'reveals' | 'changes'

/**
 * What an operator has to show at the desk. `entered`: the session there. `factor`: it was entered by a second factor
 * that was shown within the last 10 minutes (`proofs.minutes` of the policy). A key has no factor: it is its own secret.
 */
export type DeskProof = 'entered' | 'factor'

/** The scope that an operator's call needs, who is notified, and what undoes it. */
export interface OperatorPower {
  /** A key needs all of these, or `all`. The scope `read` is enough for a call that reads. */
  scopes: readonly OperatorScope[]
  act: OperatorAct
  proof: DeskProof
  tells: readonly Told[]
  /** The name of the call that undoes it; `nothing`: there is nothing to undo; `stays`: no call undoes it. */
  undoneBy: string
}

/** One call of the operator, as data. */
export interface OperatorCall {
  /** Unique among all calls of the account API. */
  name: string
  summary: string
  method: Method
  /** The whole path. `{name}` stands for the input field of that name. */
  path: string
  /** 'multipart': the input travels as a form with a file in it. */
  body?: 'multipart'
  input: z.ZodObject
  output: z.ZodObject
  /** The failures of this call, in addition to those of every call. */
  errors: readonly OperatorError[]
  power: OperatorPower
  /** As that of a call of the contract: made again with the same request key, it is answered as before. */
  once: boolean
}

/** The beginning of the path of every call of the operator. */
export const operatorPath = '/operator/v1'

/**
 * Declares a call of the operator: its own POST without failures, unless it says otherwise. Its path is below
 * {@link operatorPath}.
 */
export const operatorCall = <
  const Name extends string,
  Input extends z.ZodObject,
  Output extends z.ZodObject,
  const Errors extends readonly OperatorError[] = readonly [],
>({
  path,
  method = 'POST',
  errors,
  power,
  once = false,
  ...row
}: Pick<OperatorCall, 'path' | 'summary' | 'power' | 'body'> & {
  name: Name
  method?: Method
  input: Input
  output: Output
  errors?: Errors
  once?: boolean
}) => ({
  ...row,
  method,
  power,
  once,
  path: `${operatorPath}/${path}`,
  errors: (errors ?? []) as Errors,
})

/** The row as the functions that carry an input need it. No field is obfuscated, and none has a second name. */
export const carriedBy = ({ method, body }: OperatorCall): Pick<Call, 'method' | 'body' | 'sensitive' | 'aliases'> => ({
  method,
  ...(body && { body }),
  sensitive: [],
  aliases: {},
})

/** True when a key with these scopes may make a call. */
export const mayMake = (scopes: readonly OperatorScope[], { power }: Pick<OperatorCall, 'power'>): boolean =>
  scopes.includes('all') ||
  (power.act === 'reads' && scopes.includes('read')) ||
  power.scopes.every((scope) => scopes.includes(scope))

/** The power of a call that shows what the scope `read` may see. */
export const shows = (...scopes: OperatorScope[]): OperatorPower => ({
  scopes,
  act: 'reads',
  proof: 'entered',
  tells: [],
  undoneBy: 'nothing',
})

/** The power of a call that shows who else may do something, and where events go. */
export const reveals = (...scopes: OperatorScope[]): OperatorPower => ({ ...shows(...scopes), act: 'reveals' })

/** The power of a call that shows a secret, or facts of a person in full. */
export const revealsInFull = (scopes: OperatorScope[], tells: OperatorPower['tells'] = []): OperatorPower => ({
  ...reveals(...scopes),
  proof: 'factor',
  tells,
})

/** Scopes whose changes last longer than a visit at the desk, and open other doors. */
const asksFactor: readonly OperatorScope[] = ['all', 'clients']

/** The power of a call that changes something. */
export const changes = (
  scope: OperatorScope,
  {
    undoneBy,
    tells = [],
    proof = asksFactor.includes(scope) ? 'factor' : 'entered',
  }: Pick<OperatorPower, 'undoneBy'> & Partial<Pick<OperatorPower, 'tells' | 'proof'>>,
): OperatorPower => ({ scopes: [scope], act: 'changes', proof, tells, undoneBy })
