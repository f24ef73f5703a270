import type { Told } from '#contract/terms/power'

/** The scopes of an operator key, each with what it allows. */
export const operatorScopes = {
  read: 'sees people with masked addresses, organisations and clients; sees no secrets, and changes nothing',
  support: 'people: names that await review, freezing, ending sessions, help; messages; announcements',
  clients: 'clients, services and sites, with their secrets; not first-party clients or keys of applications',
  organisations: 'organisations: names, managers, SMS allowance, freezing',
  all: 'everything, including operator keys, operators and their accounts, keys of applications and first-party clients',
} as const

export type OperatorScope = keyof typeof operatorScopes

export const operatorScopeNames = Object.keys(operatorScopes) as [OperatorScope, ...OperatorScope[]]

/**
 * What kind of act a call is. `reads`: it shows what the scope `read` may see. `reveals`: it shows a secret, or facts
 * about a person. `changes`: it changes something. The last two are logged with the key, its holder and the reason.
 */
export type OperatorAct = 'reads' | 'reveals' | 'changes'

/**
 * The proof that an operator needs at the desk. `entered`: the session there is enough. `factor`: the second factor,
 * within the last 10 minutes (`proofs.minutes` of the policy). A key needs no factor, because it is a secret itself.
 */
export type DeskProof = 'entered' | 'factor'

/** The scope that an operator's call needs, who is notified, and what undoes it. */
export interface OperatorPower {
  /** A key needs all of these, or `all`. The scope `read` is enough for a call that reads. */
  scopes: readonly OperatorScope[]
  act: OperatorAct
  proof: DeskProof
  tells: readonly Told[]
  /** The name of the call that undoes it; `nothing`: nothing to undo; `stays`: no call undoes it. */
  undoneBy: string
}

/** True when a key with these scopes may make a call. */
export const mayMake = (scopes: readonly OperatorScope[], { power }: { power: OperatorPower }): boolean =>
  scopes.includes('all') ||
  (power.act === 'reads' && scopes.includes('read')) ||
  power.scopes.every((scope) => scopes.includes(scope))

/** Who may make a call, and its power: the part of a row that makes it a call of an operator. */
const ofOperators = (power: OperatorPower) => ({ auth: 'operator', power }) as const

/** A call whose result the scope `read` may see. */
export const shows = (...scopes: OperatorScope[]) => ofOperators(showing(scopes))

/** A call that shows who else has access, and where events are sent. */
export const reveals = (...scopes: OperatorScope[]) => ofOperators({ ...showing(scopes), act: 'reveals' })

/** A call that shows a secret, or facts of a person in full. */
export const revealsInFull = (scopes: OperatorScope[], tells: OperatorPower['tells'] = []) =>
  ofOperators({ ...showing(scopes), act: 'reveals', proof: 'factor', tells })

const showing = (scopes: OperatorScope[]): OperatorPower => ({
  scopes,
  act: 'reads',
  proof: 'entered',
  tells: [],
  undoneBy: 'nothing',
})

/** Scopes whose changes last longer than a visit at the desk, and give access elsewhere. */
const asksFactor: readonly OperatorScope[] = ['all', 'clients']

/** A call that changes something. */
export const changes = (
  scope: OperatorScope,
  {
    undoneBy,
    tells = [],
    proof = asksFactor.includes(scope) ? 'factor' : 'entered',
  }: Pick<OperatorPower, 'undoneBy'> & Partial<Pick<OperatorPower, 'tells' | 'proof'>>,
) => ofOperators({ scopes: [scope], act: 'changes', proof, tells, undoneBy })
