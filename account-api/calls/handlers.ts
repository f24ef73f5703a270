import { activityHandlers } from '#account-api/accounts/activity/activity-handlers'
import type { CallContextOf, UserContextOf } from '#account-api/accounts/call-context'
import { pictureHandlers } from '#account-api/accounts/pictures/pictures-handlers'
import { profileHandlers } from '#account-api/accounts/profile/profile-handlers'
import { sessionHandlers } from '#account-api/accounts/sessions/sessions-handlers'
import { termsHandlers } from '#account-api/accounts/terms/terms-handlers'
import { bindingHandlers } from '#account-api/addresses/binding/binding-handlers'
import { takeoverHandlers } from '#account-api/addresses/binding/takeover-handlers'
import { recoveryHandlers } from '#account-api/addresses/not-me/recovery-handlers'
import { recoveryEmailHandlers } from '#account-api/addresses/recovery-email/recovery-email-handlers'
import { recoveryLinkHandlers } from '#account-api/addresses/recovery-link/recovery-link-handlers'
import { openDeviceHandlers } from '#account-api/applications/authorisation/open-device-handlers'
import { openHandlers } from '#account-api/applications/authorisation/open-handlers'
import { openQrHandlers } from '#account-api/applications/authorisation/open-qr-handlers'
import { openWayHandlers } from '#account-api/applications/authorisation/open-ways-handlers'
import { imageHandlers } from '#account-api/applications/clients/image-handlers'
import { openClientHandlers } from '#account-api/applications/clients/open-clients-handlers'
import { qrCodeHandlers } from '#account-api/applications/services/qr-code-handlers'
import { serviceHandlers } from '#account-api/applications/services/services-handlers'
import { shareHandlers } from '#account-api/applications/share/share-handlers'
import { siteHandlers } from '#account-api/applications/sites/sites-handlers'
import { cancellationHandlers } from '#account-api/closing/cancellation/cancellation-handlers'
import { exportHandlers } from '#account-api/closing/export/export-handlers'
import { announcementsHandlers } from '#account-api/operator/announcements/announcements-handlers'
import { apisHandlers } from '#account-api/operator/apis/apis-handlers'
import { clientClaimsHandlers } from '#account-api/operator/clients/client-claims-handlers'
import { clientKeysHandlers } from '#account-api/operator/clients/client-keys-handlers'
import { clientPictureHandlers } from '#account-api/operator/clients/client-picture-handlers'
import { clientSignalsHandlers } from '#account-api/operator/clients/client-signals-handlers'
import { clientsHandlers } from '#account-api/operator/clients/clients-handlers'
import { deskHandlers } from '#account-api/operator/desk/desk-handlers'
import { operatorsHandlers } from '#account-api/operator/desk/operators-handlers'
import { explainHandlers } from '#account-api/operator/explain/explain-client'
import type { OperatorContext } from '#account-api/operator/handling'
import { keysHandlers } from '#account-api/operator/keys/keys-handlers'
import { messagesHandlers } from '#account-api/operator/messages/messages-handlers'
import { organisationsHandlers } from '#account-api/operator/organisations/organisations-handlers'
import { helpHandlers } from '#account-api/operator/people/help-handlers'
import { namesHandlers } from '#account-api/operator/people/names-handlers'
import { recoveryHandlers as recoveryByOperatorHandlers } from '#account-api/operator/people/second/recovery-handlers'
import { usersHandlers } from '#account-api/operator/people/users-handlers'
import { applicationsHandlers } from '#account-api/operator/registered/applications-handlers'
import { servicesHandlers } from '#account-api/operator/registered/services-handlers'
import { sitesHandlers } from '#account-api/operator/registered/sites-handlers'
import type { Service } from '#account-api/operator/service'
import { deliveriesHandlers } from '#account-api/operator/webhooks/deliveries-handlers'
import { webhooksHandlers } from '#account-api/operator/webhooks/webhooks-handlers'
import { activationHandlers } from '#account-api/organisations/activation/activation-handlers'
import type { MemberContextOf } from '#account-api/organisations/call-context'
import { closingHandlers } from '#account-api/organisations/closing/closing-handlers'
import { invitationBatchHandlers } from '#account-api/organisations/invitation-batches/invitation-batches-handlers'
import { invitationHandlers } from '#account-api/organisations/invitations/invitations-handlers'
import { receivedInvitationHandlers } from '#account-api/organisations/invitations/received-invitations-handlers'
import { workplaceInvitationHandlers } from '#account-api/organisations/invitations/workplace-invitations-handlers'
import { joinRequestHandlers } from '#account-api/organisations/join-requests/join-requests-handlers'
import { mailDomainHandlers } from '#account-api/organisations/mail-domains/mail-domains-handlers'
import { memberHandlers } from '#account-api/organisations/members/members-handlers'
import { actingHandlers } from '#account-api/organisations/organisation/acting-handlers'
import { organisationLogHandlers } from '#account-api/organisations/organisation/log/organisation-log-handlers'
import { organisationHandlers } from '#account-api/organisations/organisation/organisation-handlers'
import { roleHandlers } from '#account-api/organisations/roles/roles-handlers'
import { signInRuleHandlers } from '#account-api/organisations/sign-in-rules/sign-in-rules-handlers'
import { transferHandlers } from '#account-api/organisations/transfers/transfer-handlers'
import { hostAppHandlers } from '#account-api/sign-in/host-app/host-app-handlers'
import { returnAddressHandlers } from '#account-api/sign-in/host-app/return-addresses-handlers'
import { thirdPartyHandlers } from '#account-api/sign-in/platforms/third-party-handlers'
import { qrChangeBindHandlers } from '#account-api/sign-in/qr-codes/qr-change-bind-handlers'
import { qrHandlers } from '#account-api/sign-in/qr-codes/qr-handlers'
import { identifierHandlers } from '#account-api/sign-in/registration/identifiers-handlers'
import { registerHandlers } from '#account-api/sign-in/registration/register-handlers'
import { rememberedHandlers } from '#account-api/sign-in/remembered/remembered-handlers'
import { loginHandlers } from '#account-api/sign-in/ways/login-handlers'
import { passkeySignInHandlers } from '#account-api/sign-in/ways/passkey-sign-in-handlers'
import { authenticatorHandlers } from '#account-api/verification/authenticators/authenticator-handlers'
import { codeHandlers } from '#account-api/verification/codes/codes-handlers'
import { passkeyHandlers } from '#account-api/verification/passkeys/passkey-handlers'
import { passwordHandlers } from '#account-api/verification/passwords/password-handlers'
import { stepUpHandlers } from '#account-api/verification/second/stepup-handlers'
import type { Handlers } from '#contract/server'
import { accountInfoHandlers } from './account-info'
import { namingHandlers } from './name-followers'

/** The handlers of every row of the contract. A missing one does not compile. */
export const handlers: Handlers<
  CallContextOf<Service>,
  UserContextOf<Service>,
  MemberContextOf<Service>,
  OperatorContext
> = {
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
  ...keysHandlers,
  ...operatorsHandlers,
  ...namesHandlers,
  ...usersHandlers,
  ...helpHandlers,
  ...recoveryByOperatorHandlers,
  ...messagesHandlers,
  ...announcementsHandlers,
  ...webhooksHandlers,
  ...deliveriesHandlers,
  ...organisationsHandlers,
  ...servicesHandlers,
  ...sitesHandlers,
  ...applicationsHandlers,
  ...apisHandlers,
  ...clientsHandlers,
  ...clientKeysHandlers,
  ...clientSignalsHandlers,
  ...clientPictureHandlers,
  ...clientClaimsHandlers,
  ...explainHandlers,
}
