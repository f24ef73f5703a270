// How to write a migration.
// - Each runs in a transaction of its own, on a connection without a time limit, while older copies go on working. So a
//   released column is not renamed or dropped in the release that stops using it.
// - An index on a table that may be large has a migration of its own, with `outsideTransaction: true`, in which each
//   index is made by createLargeIndex (large-index.ts). A new table gets its indexes where it is created.
// - A migration with `outsideTransaction: true` may be cut off and run again: each statement has to bear that
//   (`if not exists`), and it changes many rows in batches.
// - It imports nothing but this folder: it has to do next year what it does today.
// - On SQLite all migrations run in one transaction.
import { accounts } from './2026-11-20-accounts'
import { captchas } from './2026-11-21-captchas'
import { origins } from './2026-11-21-origins'
import { passwords } from './2026-11-21-passwords'
import { pictures } from './2026-11-21-pictures'
import { platforms } from './2026-11-21-platforms'
import { profiles } from './2026-11-21-profiles'
import { unbindings } from './2026-11-22-unbindings'
import { cancellations } from './2026-11-23-cancellations'
import { renewals } from './2026-11-23-renewals'
import { frozenAccounts } from './2026-11-24-operators'
import { timeZones } from './2026-11-24-time-zones'
import { returnAddresses } from './2026-11-25-return-addresses'
import { signInHistory } from './2026-11-26-sign-in-history'
import { lastUses } from './2026-11-27-last-uses'
import { pendingChanges } from './2026-11-27-pending-changes'
import { codeRequests } from './2026-11-28-code-requests'
import { knownBrowsers } from './2026-11-29-known-browsers'
import { passwordLimits } from './2026-11-29-password-limits'
import { activityEnd, activityEndChecked, activityIndexes, activityMonths } from './2026-11-30-activity-months'
import { queues } from './2026-12-01-queues'
import { queueIndexes } from './2026-12-01-queues-indexes'
import { subjects } from './2026-12-01-subjects'
import { subjectIndexes } from './2026-12-01-subjects-indexes'
import { probes } from './2026-12-02-probes'
import { unlogged } from './2026-12-02-unlogged'
import { codesDue } from './2026-12-03-codes-due'
import { terms } from './2026-12-05-terms'
import { textLanguages } from './2026-12-05-text-languages'
import { organisations } from './2026-12-06-organisations'
import { sessionsDue, sessionsDueIndexes } from './2026-12-06-sessions-due'
import { invitations } from './2026-12-07-invitations'
import { memberIndexes, members } from './2026-12-08-members'
import { roleHolders } from './2026-12-09-roles'
import { activations } from './2026-12-09-roles-activations'
import { closingIndexes, transfers } from './2026-12-10-transfers'
import { subjectsActing } from './2026-12-11-subjects-acting'
import { subjectsLog } from './2026-12-11-subjects-log'
import { mailDomains } from './2026-12-12-mail-domains'
import { batches, lanesDue } from './2026-12-13-batches'
import { undeliverable } from './2026-12-14-undeliverable'
import { activationsListed } from './2026-12-15-activations'
import { formerMembers } from './2026-12-15-former-members'
import { qrCodes } from './2026-12-16-qr-codes'
import { services } from './2026-12-17-services'
import { rememberedAccounts } from './2026-12-19-remembered-accounts'
import { qrMoves } from './2026-12-21-qr-moves'
import { outsideIds } from './2026-12-22-outside-ids'
import { applications } from './2026-12-23-applications'
import { identityPictures } from './2026-12-24-identity-pictures'
import { openAuthorisation } from './2026-12-25-open-authorisation'
import { clientSessions } from './2026-12-26-client-sessions'
import { clientPkce } from './2026-12-27-client-pkce'
import { deviceIndexes, devices } from './2026-12-28-devices'
import { qrOpenRequests } from './2026-12-30-qr-open-requests'
import { organisationClientIndexes, organisationClients } from './2026-12-31-organisation-clients'
import { recentGrants } from './2026-12-31-recent-grants'
import { sessionOriginIndexes, sessionOrigins } from './2026-12-31-session-origins'
import { giving } from './2027-01-02-giving'
import { earlierPasswords } from './2027-01-15-earlier-passwords'
import { tokenChainIndexes, tokenChains } from './2027-02-01-token-chains'
import { qrCodesLogged } from './2027-02-02-qr-codes-logged'
import type { Migration } from './migration'

/** Every migration, oldest first; their names sort in that order. */
export const migrations: Record<string, Migration> = {
  '2026-11-20-accounts': accounts,
  '2026-11-21-captchas': captchas,
  '2026-11-21-origins': origins,
  '2026-11-21-passwords': passwords,
  '2026-11-21-pictures': pictures,
  '2026-11-21-platforms': platforms,
  '2026-11-21-profiles': profiles,
  '2026-11-22-unbindings': unbindings,
  '2026-11-23-cancellations': cancellations,
  '2026-11-23-renewals': renewals,
  '2026-11-24-time-zones': timeZones,
  '2026-11-24-operators': frozenAccounts,
  '2026-11-25-return-addresses': returnAddresses,
  '2026-11-26-sign-in-history': signInHistory,
  '2026-11-27-last-uses': lastUses,
  '2026-11-27-pending-changes': pendingChanges,
  '2026-11-28-code-requests': codeRequests,
  '2026-11-29-known-browsers': knownBrowsers,
  '2026-11-29-password-limits': passwordLimits,
  '2026-11-30-activity-1-indexes': activityIndexes,
  '2026-11-30-activity-2-end': activityEnd,
  '2026-11-30-activity-3-end-checked': activityEndChecked,
  '2026-11-30-activity-4-months': activityMonths,
  '2026-12-01-queues': queues,
  '2026-12-01-queues-indexes': queueIndexes,
  '2026-12-01-subjects': subjects,
  '2026-12-01-subjects-indexes': subjectIndexes,
  '2026-12-02-probes': probes,
  '2026-12-02-unlogged': unlogged,
  '2026-12-03-codes-due': codesDue,
  '2026-12-05-terms': terms,
  '2026-12-05-text-languages': textLanguages,
  '2026-12-06-organisations': organisations,
  '2026-12-06-sessions-1-due': sessionsDue,
  '2026-12-06-sessions-2-indexes': sessionsDueIndexes,
  '2026-12-07-invitations': invitations,
  '2026-12-08-members-1-parts': members,
  '2026-12-08-members-2-indexes': memberIndexes,
  '2026-12-09-roles-1-holders': roleHolders,
  '2026-12-09-roles-2-activations': activations,
  '2026-12-10-transfers-1': transfers,
  '2026-12-10-transfers-2-indexes': closingIndexes,
  '2026-12-11-subjects-acting': subjectsActing,
  '2026-12-11-subjects-log': subjectsLog,
  '2026-12-12-mail-domains': mailDomains,
  '2026-12-13-batches-1': batches,
  '2026-12-13-batches-2-lanes': lanesDue,
  '2026-12-14-undeliverable': undeliverable,
  '2026-12-15-activations': activationsListed,
  '2026-12-15-former-members': formerMembers,
  '2026-12-16-qr-codes': qrCodes,
  '2026-12-17-services': services,
  '2026-12-19-remembered-accounts': rememberedAccounts,
  '2026-12-21-qr-moves': qrMoves,
  '2026-12-22-outside-ids': outsideIds,
  '2026-12-23-applications': applications,
  '2026-12-25-open-authorisation': openAuthorisation,
  '2026-12-24-identity-pictures': identityPictures,
  '2026-12-26-client-sessions': clientSessions,
  '2026-12-27-client-pkce': clientPkce,
  '2026-12-30-qr-open-requests': qrOpenRequests,
  '2026-12-28-devices-1': devices,
  '2026-12-28-devices-2-indexes': deviceIndexes,
  '2026-12-31-organisation-clients-1': organisationClients,
  '2026-12-31-organisation-clients-2-indexes': organisationClientIndexes,
  '2026-12-31-recent-grants': recentGrants,
  '2026-12-31-session-origins-1': sessionOrigins,
  '2026-12-31-session-origins-2-indexes': sessionOriginIndexes,
  '2027-01-02-giving': giving,
  '2027-01-15-earlier-passwords': earlierPasswords,
  '2027-02-01-token-chains-1': tokenChains,
  '2027-02-01-token-chains-2-indexes': tokenChainIndexes,
  '2027-02-02-qr-codes-logged': qrCodesLogged,
}
