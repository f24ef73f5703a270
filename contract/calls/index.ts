import type { Call } from '../call'
import * as account from './account'
import * as acting from './acting'
import * as activation from './activation'
import * as activity from './activity'
import * as binding from './binding'
import * as cancellation from './cancellation'
import * as closing from './closing'
import * as codes from './codes'
import * as dataExport from './export'
import * as hostApp from './host-app'
import * as identifiers from './identifiers'
import * as invitationBatches from './invitation-batches'
import * as invitations from './invitations'
import * as login from './login'
import * as mailDomains from './mail-domains'
import * as members from './members'
import * as open from './open'
import * as openClients from './open-clients'
import * as openDevice from './open-device'
import * as openQr from './open-qr'
import * as openWays from './open-ways'
import * as organisation from './organisation'
import * as organisationLog from './organisation-log'
import * as password from './password'
import * as pictures from './pictures'
import * as qr from './qr'
import * as qrChangeBind from './qr-change-bind'
import * as receivedInvitations from './received-invitations'
import * as recovery from './recovery'
import * as register from './register'
import * as remembered from './remembered'
import * as returnAddresses from './return-addresses'
import * as roles from './roles'
import * as services from './services'
import * as sessions from './sessions'
import * as share from './share'
import * as stepup from './stepup'
import * as subjectRegistration from './subject-registration'
import * as thirdParty from './third-party'
import * as transfer from './transfer'
import * as workplaceInvitations from './workplace-invitations'

/** Every call of the contract, by name. */
export const calls = {
  ...codes,
  ...login,
  ...qr,
  ...qrChangeBind,
  ...register,
  ...identifiers,
  ...account,
  ...binding,
  ...pictures,
  ...password,
  ...cancellation,
  ...stepup,
  ...sessions,
  ...activity,
  ...dataExport,
  ...recovery,
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
  ...services,
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
type Named = { [Name in CallName]: Call & { name: Name } }

/** The same rows without their exact types, for code that treats all of them alike. */
export const allCalls: readonly Call[] = Object.values<Call>(calls satisfies Named)
