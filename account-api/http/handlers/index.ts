import type { Handlers } from '../../../contract/server'
import type { CallContext, MemberContext, UserContext } from '../context'
import { accountHandlers } from './account'
import { actingHandlers } from './acting'
import { activationHandlers } from './activation'
import { activityHandlers } from './activity'
import { bindingHandlers } from './binding'
import { cancellationHandlers } from './cancellation'
import { closingHandlers } from './closing'
import { codeHandlers } from './codes'
import { exportHandlers } from './export'
import { hostAppHandlers } from './host-app'
import { identifierHandlers } from './identifiers'
import { invitationBatchHandlers } from './invitation-batches'
import { invitationHandlers } from './invitations'
import { loginHandlers } from './login'
import { mailDomainHandlers } from './mail-domains'
import { memberHandlers } from './members'
import { openHandlers } from './open'
import { openClientHandlers } from './open-clients'
import { openDeviceHandlers } from './open-device'
import { openQrHandlers } from './open-qr'
import { openWayHandlers } from './open-ways'
import { organisationHandlers } from './organisation'
import { organisationLogHandlers } from './organisation-log'
import { passwordHandlers } from './password'
import { pictureHandlers } from './pictures'
import { qrHandlers } from './qr'
import { qrChangeBindHandlers } from './qr-change-bind'
import { receivedInvitationHandlers } from './received-invitations'
import { recoveryHandlers } from './recovery'
import { registerHandlers } from './register'
import { rememberedHandlers } from './remembered'
import { returnAddressHandlers } from './return-addresses'
import { roleHandlers } from './roles'
import { serviceHandlers } from './services'
import { sessionHandlers } from './sessions'
import { shareHandlers } from './share'
import { stepUpHandlers } from './stepup'
import { takeoverHandlers } from './takeover'
import { thirdPartyHandlers } from './third-party'
import { transferHandlers } from './transfer'
import { workplaceInvitationHandlers } from './workplace-invitations'

/** The handlers of every row of the contract. A missing one does not compile. */
export const handlers: Handlers<CallContext, UserContext, MemberContext> = {
  ...codeHandlers,
  ...loginHandlers,
  ...qrHandlers,
  ...qrChangeBindHandlers,
  ...registerHandlers,
  ...identifierHandlers,
  ...accountHandlers,
  ...pictureHandlers,
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
  ...serviceHandlers,
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
