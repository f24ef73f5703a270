import * as account from './accounts/account-calls'
import * as activity from './accounts/activity-calls'
import * as pictures from './accounts/pictures-calls'
import * as sessions from './accounts/sessions-calls'
import * as terms from './accounts/terms-calls'
import * as binding from './addresses/binding-calls'
import * as recovery from './addresses/recovery-calls'
import * as recoveryEmail from './addresses/recovery-email-calls'
import * as open from './applications/open-calls'
import * as openClients from './applications/open-clients-calls'
import * as openDevice from './applications/open-device-calls'
import * as openQr from './applications/open-qr-calls'
import * as openWays from './applications/open-ways-calls'
import * as services from './applications/services-calls'
import * as share from './applications/share-calls'
import * as sites from './applications/sites-calls'
import type { UserCall } from './call'
import * as cancellation from './closing/cancellation-calls'
import * as dataExport from './closing/export-calls'
import * as desk from './operator/access/desk-calls'
import * as acting from './organisations/calls/acting-calls'
import * as activation from './organisations/calls/activation-calls'
import * as closing from './organisations/calls/closing-calls'
import * as invitationBatches from './organisations/calls/invitation-batches-calls'
import * as invitations from './organisations/calls/invitations-calls'
import * as joinRequests from './organisations/calls/join-requests-calls'
import * as mailDomains from './organisations/calls/mail-domains-calls'
import * as members from './organisations/calls/members-calls'
import * as organisation from './organisations/calls/organisation-calls'
import * as organisationLog from './organisations/calls/organisation-log-calls'
import * as receivedInvitations from './organisations/calls/received-invitations-calls'
import * as roles from './organisations/calls/roles-calls'
import * as signInRules from './organisations/calls/sign-in-rules-calls'
import * as subjectRegistration from './organisations/calls/subject-registration-calls'
import * as transfer from './organisations/calls/transfer-calls'
import * as workplaceInvitations from './organisations/calls/workplace-invitations-calls'
import * as hostApp from './sign-in/host-app-calls'
import * as identifiers from './sign-in/identifiers-calls'
import * as login from './sign-in/login-calls'
import * as qr from './sign-in/qr-calls'
import * as qrChangeBind from './sign-in/qr-change-bind-calls'
import * as register from './sign-in/register-calls'
import * as remembered from './sign-in/remembered-calls'
import * as returnAddresses from './sign-in/return-addresses-calls'
import * as thirdParty from './sign-in/third-party-calls'
import * as authenticator from './verification/authenticator-calls'
import * as authenticatorStep from './verification/authenticator-step-calls'
import * as codes from './verification/codes-calls'
import * as passkeys from './verification/passkey-calls'
import * as passkeySignIn from './verification/passkey-sign-in-calls'
import * as password from './verification/password-calls'
import * as stepup from './verification/stepup-calls'

const { deskTokenPrefix: _, ...deskCalls } = desk

/** Every call of a person, by name. */
export const calls = {
  ...codes,
  ...authenticator,
  ...login,
  ...authenticatorStep,
  ...passkeys,
  ...passkeySignIn,
  ...qr,
  ...qrChangeBind,
  ...register,
  ...identifiers,
  ...account,
  ...terms,
  ...binding,
  ...pictures,
  ...password,
  ...cancellation,
  ...stepup,
  ...sessions,
  ...activity,
  ...dataExport,
  ...recovery,
  ...recoveryEmail,
  ...returnAddresses,
  ...organisation,
  ...roles,
  ...activation,
  ...organisationLog,
  ...subjectRegistration,
  ...acting,
  ...invitations,
  ...workplaceInvitations,
  ...receivedInvitations,
  ...invitationBatches,
  ...members,
  ...transfer,
  ...closing,
  ...mailDomains,
  ...signInRules,
  ...joinRequests,
  ...services,
  ...sites,
  ...deskCalls,
  ...remembered,
  ...hostApp,
  ...share,
  ...thirdParty,
  ...open,
  ...openQr,
  ...openClients,
  ...openDevice,
  ...openWays,
}

export type Calls = typeof calls
export type CallName = keyof Calls

/** Every row is listed under its own name. */
type Named = { [Name in CallName]: UserCall & { name: Name } }

/** The same rows without their exact types, for code that treats all of them alike. */
export const allCalls: readonly UserCall[] = Object.values<UserCall>(calls satisfies Named)
