import type { AttributeName } from './attribute-names'

/** A website that the operator has registered: it signs its people in here, by CAS. */
export interface RegisteredService {
  id: string
  name: string
  /** Its exact address. */
  url: string
  /** Where it is told of the end of a session. Null: it is not told. */
  logoutUrl: string | null
  attributes: readonly AttributeName[]
  /** Whether it may ask who is signed in without a sign-in page. */
  mayGateway: boolean
  createdAt: number
}

/** What the operator can change about a registered service: one thing or more. */
export type ServiceChange = Partial<Pick<RegisteredService, 'logoutUrl' | 'attributes' | 'mayGateway'>>

/** The registered services. One that was removed is kept, and counts no more. */
export interface ServiceStore {
  /** False when another service has this id or this address, or a removed one had this id. */
  insert(service: RegisteredService): Promise<boolean>
  /** The one with exactly this address. */
  find(url: string): Promise<RegisteredService | undefined>
  list(): Promise<RegisteredService[]>
  /** False when there is none. */
  change(id: string, change: ServiceChange): Promise<boolean>
  /** False when there is none. */
  remove(id: string, at: number): Promise<boolean>
}
