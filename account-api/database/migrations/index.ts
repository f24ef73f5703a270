// How to write a migration.
// - The baseline is the schema of the first release and never changes. A test holds it by a hash. A change of the schema
// is a new migration, so a released schema only grows.
// - Its name begins with the day on which it was written. Migrations of one day sort by the rest of the name.
// - Each runs in its own transaction, on a connection without a time limit, while older copies continue working. So a
// released column is not renamed or dropped in the release that stops using it.
// - If older copies cannot continue, `stopFirst` says why, and the operator sees it before the upgrade.
// - An index on a table that may be large has its own migration, with `outsideTransaction: true`, in which each index
// is made by createLargeIndex (large-index.ts). A new table gets its indexes where it is created.
// - A migration with `outsideTransaction: true` may be cut off and run again: each statement has to bear that (`if not
// exists`), and it changes many rows in batches.
// - It imports from this folder only, because it has to do next year what it does today.
// - On SQLite all migrations run in one transaction.
import { baseline } from './2026-11-25-baseline/baseline'
import { authenticators } from './2026-11-26-authenticators'
import { breachedPasswords } from './2026-11-26-breached-passwords'
import { deviceNames } from './2026-11-26-device-names'
import { events } from './2026-11-26-events'
import { importedPeople } from './2026-11-26-imported-people'
import { invitationAnswers } from './2026-11-26-invitation-answers'
import { joinRequests } from './2026-11-26-join-requests'
import { lastActive } from './2026-11-26-last-active'
import { memberAddresses, names } from './2026-11-26-names'
import { newBrowsers } from './2026-11-26-new-browsers'
import { claimRules, openClients } from './2026-11-26-open-clients'
import { eventsByLogId, operatorHelp, operatorHelpIndexes } from './2026-11-26-operator-help'
import { operatorKeys } from './2026-11-26-operator-keys'
import { operators } from './2026-11-26-operators'
import { organisationLogos } from './2026-11-26-organisation-logos'
import { organisationNames } from './2026-11-26-organisation-names'
import { organisationRules } from './2026-11-26-organisation-rules'
import { passkeys } from './2026-11-26-passkeys'
import { protectedSites } from './2026-11-26-protected-sites'
import { recoveryEmails } from './2026-11-26-recovery-emails'
import { secondFactorPolicy } from './2026-11-26-second-factor-policy'
import { awaitingRecoveries, secondOperators } from './2026-11-26-second-operators'
import { earlierAcceptances, termsAcceptances } from './2026-11-26-terms-acceptances'
import { unreadEvents, webhooks } from './2026-11-26-webhooks'
import { agreedClients } from './2026-11-28-agreed-clients'
import { batchesByInviter, countingMethods, invitationsByInviter } from './2026-11-28-counting-methods'
import { deskProofs } from './2026-11-28-desk-proofs'
import { cameBySignIn } from './2026-11-28-former-system'
import { clientProtocol } from './2026-11-29-client-protocol'
import { clientSchemes } from './2026-11-29-client-schemes'
import { formerPlaces, givenBack } from './2026-11-29-given-back'
import { openApis } from './2026-11-29-open-apis'
import { peopleByIdentifier, peopleByName } from './2026-11-29-people-at-the-desk'
import { keptForms, requestKeys } from './2026-11-29-request-keys'
import { byNameKeys, earlierCodes, nameKeys } from './2026-11-29-typed-values'
import { unusedPlaces } from './2026-11-29-unused-places'
import type { Migration } from './migration'

/** Every migration, oldest first; their names sort in that order. */
export const migrations: Record<string, Migration> = {
  '2026-11-25-baseline': baseline,
  '2026-11-26-authenticators': authenticators,
  '2026-11-26-breached-passwords': breachedPasswords,
  '2026-11-26-device-names': deviceNames,
  '2026-11-26-events': events,
  '2026-11-26-imported-people': importedPeople,
  '2026-11-26-invitation-answers': invitationAnswers,
  '2026-11-26-join-requests': joinRequests,
  '2026-11-26-last-active': lastActive,
  '2026-11-26-names': names,
  '2026-11-26-names-2': memberAddresses,
  '2026-11-26-new-browsers': newBrowsers,
  '2026-11-26-open-clients': openClients,
  '2026-11-26-open-clients-2': claimRules,
  '2026-11-26-operator-help': operatorHelp,
  '2026-11-26-operator-help-2': operatorHelpIndexes,
  '2026-11-26-operator-help-3': eventsByLogId,
  '2026-11-26-operator-keys': operatorKeys,
  '2026-11-26-operators': operators,
  '2026-11-26-organisation-logos': organisationLogos,
  '2026-11-26-organisation-names': organisationNames,
  '2026-11-26-organisation-rules': organisationRules,
  '2026-11-26-passkeys': passkeys,
  '2026-11-26-protected-sites': protectedSites,
  '2026-11-26-recovery-emails': recoveryEmails,
  '2026-11-26-second-factor-policy': secondFactorPolicy,
  '2026-11-26-second-operators': secondOperators,
  '2026-11-26-second-operators-2': awaitingRecoveries,
  '2026-11-26-terms-acceptances': termsAcceptances,
  '2026-11-26-terms-acceptances-2': earlierAcceptances,
  '2026-11-26-webhooks': webhooks,
  '2026-11-26-webhooks-2': unreadEvents,
  '2026-11-28-agreed-clients': agreedClients,
  '2026-11-28-counting-methods': countingMethods,
  '2026-11-28-counting-methods-2': invitationsByInviter,
  '2026-11-28-counting-methods-3': batchesByInviter,
  '2026-11-28-desk-proofs': deskProofs,
  '2026-11-28-former-system': cameBySignIn,
  '2026-11-29-client-protocol': clientProtocol,
  '2026-11-29-client-schemes': clientSchemes,
  '2026-11-29-given-back': givenBack,
  '2026-11-29-given-back-2': formerPlaces,
  '2026-11-29-open-apis': openApis,
  '2026-11-29-people-at-the-desk': peopleByName,
  '2026-11-29-people-at-the-desk-2': peopleByIdentifier,
  '2026-11-29-request-keys': requestKeys,
  '2026-11-29-request-keys-2': keptForms,
  '2026-11-29-typed-values': earlierCodes,
  '2026-11-29-typed-values-2': nameKeys,
  '2026-11-29-typed-values-3': byNameKeys,
  '2026-11-29-unused-places': unusedPlaces,
}
