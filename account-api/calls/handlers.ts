import type { Handlers } from '../../contract/server'
import { activityHandlers } from '../accounts/activity/activity-handlers'
import type { CallContextOf, UserContextOf } from '../accounts/call-context'
import { pictureHandlers } from '../accounts/pictures/pictures-handlers'
import { profileHandlers } from '../accounts/profile/profile-handlers'
import { sessionHandlers } from '../accounts/sessions/sessions-handlers'
import { termsHandlers } from '../accounts/terms/terms-handlers'
import { bindingHandlers } from '../addresses/binding/binding-handlers'
import { takeoverHandlers } from '../addresses/binding/takeover-handlers'
import { recoveryHandlers } from '../addresses/not-me/recovery-handlers'
import { recoveryEmailHandlers } from '../addresses/recovery-email/recovery-email-handlers'
import { recoveryLinkHandlers } from '../addresses/recovery-link/recovery-link-handlers'
import { shareHandlers } from '../applications/applications/share-handlers'
import { imageHandlers } from '../applications/clients/image-handlers'
import { openClientHandlers } from '../applications/clients/open-clients-handlers'
import { openDeviceHandlers } from '../applications/requests/open-device-handlers'
import { openHandlers } from '../applications/requests/open-handlers'
import { openQrHandlers } from '../applications/requests/open-qr-handlers'
import { openWayHandlers } from '../applications/requests/open-ways-handlers'
import { qrCodeHandlers } from '../applications/services/qr-code-handlers'
import { serviceHandlers } from '../applications/services/services-handlers'
import { siteHandlers } from '../applications/sites/sites-handlers'
import { cancellationHandlers } from '../closing/cancellation/cancellation-handlers'
import { exportHandlers } from '../closing/export/export-handlers'
import { deskHandlers } from '../operator/desk/desk-handlers'
import type { Service } from '../operator/service'
import { activationHandlers } from '../organisations/activation/activation-handlers'
import type { MemberContextOf } from '../organisations/call-context'
import { closingHandlers } from '../organisations/closing/closing-handlers'
import { invitationBatchHandlers } from '../organisations/invitation-batches/invitation-batches-handlers'
import { invitationHandlers } from '../organisations/invitations/invitations-handlers'
import { receivedInvitationHandlers } from '../organisations/invitations/received-invitations-handlers'
import { workplaceInvitationHandlers } from '../organisations/invitations/workplace-invitations-handlers'
import { joinRequestHandlers } from '../organisations/join-requests/join-requests-handlers'
import { mailDomainHandlers } from '../organisations/mail-domains/mail-domains-handlers'
import { memberHandlers } from '../organisations/members/members-handlers'
import { actingHandlers } from '../organisations/organisation/acting-handlers'
import { organisationLogHandlers } from '../organisations/organisation/log/organisation-log-handlers'
import { organisationHandlers } from '../organisations/organisation/organisation-handlers'
import { roleHandlers } from '../organisations/roles/roles-handlers'
import { signInRuleHandlers } from '../organisations/sign-in-rules/sign-in-rules-handlers'
import { transferHandlers } from '../organisations/transfers/transfer-handlers'
import { hostAppHandlers } from '../sign-in/host-app/host-app-handlers'
import { returnAddressHandlers } from '../sign-in/host-app/return-addresses-handlers'
import { thirdPartyHandlers } from '../sign-in/platforms/third-party-handlers'
import { qrChangeBindHandlers } from '../sign-in/qr-codes/qr-change-bind-handlers'
import { qrHandlers } from '../sign-in/qr-codes/qr-handlers'
import { identifierHandlers } from '../sign-in/registration/identifiers-handlers'
import { registerHandlers } from '../sign-in/registration/register-handlers'
import { rememberedHandlers } from '../sign-in/remembered/remembered-handlers'
import { loginHandlers } from '../sign-in/ways/login-handlers'
import { passkeySignInHandlers } from '../sign-in/ways/passkey-sign-in-handlers'
import { authenticatorHandlers } from '../verification/authenticators/authenticator-handlers'
import { codeHandlers } from '../verification/codes/codes-handlers'
import { passkeyHandlers } from '../verification/passkeys/passkey-handlers'
import { passwordHandlers } from '../verification/passwords/password-handlers'
import { stepUpHandlers } from '../verification/second/stepup-handlers'
import { accountInfoHandlers } from './account-info'
import { namingHandlers } from './name-followers'

/** The handlers of every row of the contract. A missing one does not compile. */
export const handlers: Handlers<CallContextOf<Service>, UserContextOf<Service>, MemberContextOf<Service>> = {
  ...codeHandlers,
  ...authenticatorHandlers,
  ...passkeyHandlers,
  ...recoveryEmailHandlers,
  ...recoveryLinkHandlers,
  ...passkeySignInHandlers,
  ...loginHandlers,
  ...qrHandlers,
  ...qrCodeHandlers,
  ...qrChangeBindHandlers,
  ...registerHandlers,
  ...identifierHandlers,
  ...accountInfoHandlers,
  ...profileHandlers,
  ...termsHandlers,
  ...namingHandlers,
  ...pictureHandlers,
  ...imageHandlers,
  ...bindingHandlers,
  ...takeoverHandlers,
  ...passwordHandlers,
  ...cancellationHandlers,
  ...stepUpHandlers,
  ...sessionHandlers,
  ...activityHandlers,
  ...exportHandlers,
  ...recoveryHandlers,
  ...returnAddressHandlers,
  ...organisationHandlers,
  ...roleHandlers,
  ...activationHandlers,
  ...organisationLogHandlers,
  ...actingHandlers,
  ...invitationHandlers,
  ...invitationBatchHandlers,
  ...receivedInvitationHandlers,
  ...workplaceInvitationHandlers,
  ...memberHandlers,
  ...transferHandlers,
  ...closingHandlers,
  ...mailDomainHandlers,
  ...signInRuleHandlers,
  ...joinRequestHandlers,
  ...serviceHandlers,
  ...siteHandlers,
  ...deskHandlers,
  ...rememberedHandlers,
  ...hostAppHandlers,
  ...shareHandlers,
  ...thirdPartyHandlers,
  ...openHandlers,
  ...openQrHandlers,
  ...openClientHandlers,
  ...openDeviceHandlers,
  ...openWayHandlers,
}
