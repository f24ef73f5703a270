import type { AccountStore, LockingAccountStore } from './account/account-store'
import type { ActivationStore } from './activation/activation-store'
import type { ActivityStore } from './activity/activity-store'
import type { ApplicationStore } from './application/application-store'
import type { CancellationStore } from './cancellation/cancellation-store'
import type { CaptchaStore } from './captcha/captcha-store'
import type { ClosingStore } from './closing/closing-store'
import type { CodeStore } from './code/code-store'
import type { ExportStore } from './export/export-store'
import type { IdentityStore } from './identity/identity-store'
import type { InvitationStore } from './invitation/invitation-store'
import type { InvitationBatchStore } from './invitation-batch/batch-store'
import type { KnownBrowserStore } from './known-browser/known-browser-store'
import type { BucketStore } from './limit/bucket-store'
import type { CounterStore } from './limit/counter-store'
import type { MailDomainStore } from './mail-domain/mail-domain-store'
import type { MemberStore } from './member/member-store'
import type { OutboxStore } from './message/outbox-store'
import type { NonceStore } from './nonce/nonce-store'
import type { GuardStore } from './not-me/guard-store'
import type { HistoryStore } from './not-me/history-store'
import type { AuthorisationStore } from './open/authorisation-store'
import type { ClientSessionStore } from './open/client-session-store'
import type { ProtocolStore } from './open/protocol-store'
import type { SigningKeyStore } from './open/signing-key-store'
import type { ClientStore } from './open-client/client-store'
import type { OrganisationLogStore } from './organisation/log-store'
import type { LockingOrganisationStore, OrganisationStore } from './organisation/organisation-store'
import type { GuessStore } from './password/guess-store'
import type { TryStore } from './password/try-store'
import type { PendingChangeStore } from './pending-change/pending-change-store'
import type { PictureStore } from './picture/picture-store'
import type { PlatformStore } from './platform/platform-store'
import type { QrCodeStore } from './qr/qr-code-store'
import type { RememberedStore } from './remembered/remembered-store'
import type { ReturnAddressStore } from './return-address/return-address-store'
import type { RoleStore } from './role/role-store'
import type { SessionStore } from './session/session-store'
import type { ServiceStore } from './sso/service-store'
import type { ServiceTicketStore } from './sso/service-ticket-store'
import type { TicketStore } from './ticket/ticket-store'
import type { TransferStore } from './transfer/transfer-store'
import type { UsernameStore } from './username/username-store'

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
