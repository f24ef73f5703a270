/** What the upstream knows. Its ids count up from a number, with a letter in front. */
export interface Account {
  id: string
  username: string
  mobile?: string
  email?: string
  password?: string
}

export interface Subject {
  sec_subject_uid: string
  subject_uid: string
  subject_name: string
  base_infos: Record<string, unknown>
  is_frozen: 0 | 1
  manager: string
  /** The identities, by the account of each. */
  members: Map<string, { identity_id: string; deputy_name: string; is_frozen: 0 | 1; roles: string[] }>
  roles: { role_key: string; role_name: string; permissions: string[]; description: string }[]
  invitations: { invite_id: string; invite_ticket: string; to: string; next_url: string; state: string }[]
}

export const emptyState = () => ({
  accounts: [] as Account[],
  /** Account ids, by the cookie. */
  sessions: new Map<string, string>(),
  /** The newest code to an address, by purpose and address. */
  codes: new Map<string, string>(),
  /** What each ticket proves. */
  tickets: new Map<string, { act: string; about: string }>(),
  subjects: [] as Subject[],
  qr: new Map<string, { status: string; by?: string; account?: string }>(),
  next: 4711,
})

export type State = ReturnType<typeof emptyState>

/** An id such as `o4711`. */
export const newId = (state: State, letter: string): string => `${letter}${state.next++}`

export class Refused extends Error {
  constructor(
    readonly number: number,
    description: string,
  ) {
    super(description)
  }
}

export const refuse = (number: number, description: string): never => {
  throw new Refused(number, description)
}

export interface Asked {
  fields: Record<string, unknown>
  page?: number
  state: State
  /** The person who is signed in; refuses others. */
  me(): Account
  signIn(account: Account): void
  signOut(): void
}

/** Answers the data of a success, or none. */
export type Call = (asked: Asked) => Record<string, unknown> | undefined

export const text = (fields: Record<string, unknown>, ...names: string[]): string =>
  names.map((name) => fields[name]).find((value): value is string => typeof value === 'string' && value !== '') ?? ''

export const find = (state: State, name: string): Account | undefined =>
  state.accounts.find(({ mobile, email, username }) => name !== '' && [mobile, email, username].includes(name))

export const newAccount = (state: State, known: Omit<Account, 'id' | 'username'>): Account => {
  const id = newId(state, 'u')
  const account = { id, username: `person_${id}`, ...known }
  state.accounts.push(account)
  return account
}

/** A ticket for one act. */
export const ticketFor = (state: State, act: string, about: string): string => {
  const ticket = newId(state, 't')
  state.tickets.set(ticket, { act, about })
  return ticket
}

/** Uses up a ticket, and answers what it is about. */
export const takeTicket = (state: State, ticket: string, ...acts: string[]): string => {
  const found = state.tickets.get(ticket)
  if (!found || !acts.includes(found.act)) return refuse(4005, 'this ticket does not fit')
  state.tickets.delete(ticket)
  return found.about
}

/** Uses up the code that an address got. */
export const takeCode = (state: State, address: string, code: string): void => {
  if (code === '' || state.codes.get(address) !== code) refuse(4004, 'wrong code')
  state.codes.delete(address)
}
