import type { AskOutside, OutsideOrLocal } from '#account-api/kernel/outside/outside'
import { operations, type ServiceOf } from '#account-api/kernel/service'
import type * as signIn from '#account-api/sign-in/service'
import type { ApiStore } from './apis/api-store'
import type { ClientStore } from './clients/client-store'
import type { AuthorisationStore } from './grants/authorisation-store'
import type { ClientSessionStore } from './grants/client-session-store'
import type { ProtocolStore } from './grants/protocol-store'
import type { SigningKeyStore } from './grants/signing-key-store'
import type { ServiceStore } from './services/service-store'
import type { ServiceTicketStore } from './services/service-ticket-store'
import type { ApplicationStore } from './share/application-store'
import type { SiteSessionStore } from './sites/site-session-store'
import type { SiteStore } from './sites/site-store'

export interface Deployment extends signIn.Deployment {
  /**
   * Makes requests to addresses set by organisations and people. Addresses set by the operator need no such
   * restrictions.
   */
  askOutside: AskOutside
  /** Makes requests to webhooks and for metadata documents, which may also be on this machine in a local deployment. */
  outsideOrLocal: OutsideOrLocal
  /** True when clients may use a metadata document instead of a registration. */
  readsClientDocuments: boolean
}

export interface Stores extends signIn.Stores {
  deployment: Deployment
  applications: ApplicationStore
  services: ServiceStore
  serviceTickets: ServiceTicketStore
  sites: SiteStore
  apis: ApiStore
  siteSessions: SiteSessionStore
  openClients: ClientStore
  authorisations: AuthorisationStore
  protocol: ProtocolStore
  signingKeys: SigningKeyStore
  clientSessions: ClientSessionStore
}

export type Transaction = Stores & signIn.Transaction

export type Service = ServiceOf<Stores, Transaction>

export const inTransaction = operations<Stores, Transaction>()
