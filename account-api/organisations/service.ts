import type { LookUpTexts } from '#account-api/kernel/outside/look-up'
import { operations, type RuleOf, type ServiceOf } from '#account-api/kernel/service'
import type * as verification from '#account-api/verification/service'
import type { ActivationStore } from './activation/activation-store'
import type { ClosingStore } from './closing/closing-store'
import type { InvitationAnswerStore } from './invitation-answers/answer-store'
import type { InvitationBatchStore } from './invitation-batches/batch-store'
import type { InvitationStore } from './invitations/invitation-store'
import type { JoinRequestStore } from './mail-domains/join-request-store'
import type { MailDomainStore } from './mail-domains/mail-domain-store'
import type { MemberListStore } from './members/member-list-store'
import type { CountStore } from './organisation/count-store'
import type { OrganisationLogStore } from './organisation/log/log-store'
import type { MemberStore } from './records/member-store'
import type { LockingOrganisationStore, OrganisationStore } from './records/organisation-store'
import type { RoleStore } from './records/role-store'
import type { RuleNoticeStore } from './sign-in-rules/rule-notice-store'
import type { TransferStore } from './transfers/transfer-store'

/** What the rules of organisations share, in addition. */
export interface Deployment extends verification.Deployment {
  /** How long the logs of organisations are stored. */
  organisationLogDays: number
  /** Looks up text records in the DNS. */
  lookUpTexts: LookUpTexts
}

export interface Stores extends verification.Stores {
  deployment: Deployment
  organisations: OrganisationStore
  members: MemberStore
  memberLists: MemberListStore
  roles: RoleStore
  counts: CountStore
  activations: ActivationStore
  organisationLog: OrganisationLogStore
  invitations: InvitationStore
  invitationAnswers: InvitationAnswerStore
  invitationBatches: InvitationBatchStore
  transfers: TransferStore
  closings: ClosingStore
  mailDomains: MailDomainStore
  ruleNotices: RuleNoticeStore
  joinRequests: JoinRequestStore
}

/** Only a transaction can lock accounts and organisations. */
export type Transaction = Stores & verification.Transaction & { organisations: LockingOrganisationStore }

export type Service = ServiceOf<Stores, Transaction>

export type Rule<Input, Result> = RuleOf<Transaction, Input, Result>

export const inTransaction = operations<Stores, Transaction>()
