import type { AccountStore, LockingAccountStore } from '../accounts/account/account-store'
import type { PlatformStore } from '../accounts/account/platform-store'
import type { ActivityStore } from '../accounts/activity/activity-store'
import type { KnownBrowserStore } from '../accounts/browsers/known-browser-store'
import type { GuardStore } from '../accounts/changes/guard-store'
import type { HistoryStore } from '../accounts/changes/history-store'
import type { UsernameStore } from '../accounts/names/username-store'
import type { PendingChangeStore } from '../accounts/pending-changes/pending-change-store'
import type { PictureStore } from '../accounts/pictures/picture-store'
import type { SessionStore } from '../accounts/sessions/session-store'
import type { ApplicationStore } from '../applications/applications/application-store'
import type { ClientStore } from '../applications/clients/client-store'
import type { AuthorisationStore } from '../applications/requests/authorisation-store'
import type { ClientSessionStore } from '../applications/requests/client-session-store'
import type { ProtocolStore } from '../applications/requests/protocol-store'
import type { SigningKeyStore } from '../applications/requests/signing-key-store'
import type { ServiceStore } from '../applications/services/service-store'
import type { ServiceTicketStore } from '../applications/services/service-ticket-store'
import type { CancellationStore } from '../closing/cancellation/cancellation-store'
import type { ExportStore } from '../closing/export/export-store'
import type { ActivationStore } from '../organisations/activation/activation-store'
import type { ClosingStore } from '../organisations/closing/closing-store'
import type { InvitationBatchStore } from '../organisations/invitation-batches/batch-store'
import type { InvitationStore } from '../organisations/invitations/invitation-store'
import type { MailDomainStore } from '../organisations/mail-domains/mail-domain-store'
import type { MemberStore } from '../organisations/members/member-store'
import type { OrganisationLogStore } from '../organisations/organisation/log-store'
import type { IdentityStore } from '../organisations/records/identity-store'
import type { LockingOrganisationStore, OrganisationStore } from '../organisations/records/organisation-store'
import type { RoleStore } from '../organisations/records/role-store'
import type { TransferStore } from '../organisations/transfers/transfer-store'
import type { ReturnAddressStore } from '../sign-in/host-app/return-address-store'
import type { QrCodeStore } from '../sign-in/qr-codes/qr-code-store'
import type { RememberedStore } from '../sign-in/remembered/remembered-store'
import type { CaptchaStore } from '../verification/captchas/captcha-store'
import type { CodeStore } from '../verification/codes/code-store'
import type { GuessStore } from '../verification/password-guesses/guess-store'
import type { BucketStore } from './limits/bucket-store'
import type { CounterStore } from './limits/counter-store'
import type { TryStore } from './limits/try-store'
import type { NonceStore } from './nonces/nonce-store'
import type { OutboxStore } from './outbox/outbox-store'
import type { TicketStore } from './tickets/ticket-store'

/** What the domain needs from a database. Times are milliseconds since the epoch, in UTC. */
export interface Storage extends Stores {
  /**
   * Runs the work in one transaction. When it throws, nothing is kept. PostgreSQL may roll a transaction back because of
   * another one. Then the work runs again, so it does nothing but read and write the stores.
   */
  transaction<Result>(work: (stores: Transaction) => Promise<Result>): Promise<Result>
}

/**
 * The stores of one transaction. A rule that needs a transaction takes this type. The storage does not fit it, because
 * only a transaction can lock accounts and organisations.
 */
export interface Transaction extends Stores {
  accounts: LockingAccountStore
  organisations: LockingOrganisationStore
}

/** The stores that a rule works on. Outside of a transaction, each call commits by itself. */
export interface Stores {
  accounts: AccountStore
  codes: CodeStore
  tickets: TicketStore
  usernames: UsernameStore
  sessions: SessionStore
  activity: ActivityStore
  counters: CounterStore
  buckets: BucketStore
  guesses: GuessStore
  tries: TryStore
  nonces: NonceStore
  captchas: CaptchaStore
  pictures: PictureStore
  outbox: OutboxStore
  platforms: PlatformStore
  exports: ExportStore
  knownBrowsers: KnownBrowserStore
  pendingChanges: PendingChangeStore
  cancellations: CancellationStore
  history: HistoryStore
  guards: GuardStore
  returnAddresses: ReturnAddressStore
  qrCodes: QrCodeStore
  organisations: OrganisationStore
  identities: IdentityStore
  members: MemberStore
  roles: RoleStore
  activations: ActivationStore
  organisationLog: OrganisationLogStore
  invitations: InvitationStore
  invitationBatches: InvitationBatchStore
  transfers: TransferStore
  closings: ClosingStore
  mailDomains: MailDomainStore
  applications: ApplicationStore
  services: ServiceStore
  serviceTickets: ServiceTicketStore
  remembered: RememberedStore
  openClients: ClientStore
  authorisations: AuthorisationStore
  protocol: ProtocolStore
  signingKeys: SigningKeyStore
  clientSessions: ClientSessionStore
}
