import { announcementsHandlers } from '../../operator/announcements/announcements-handlers'
import { apisHandlers } from '../../operator/apis/apis-handlers'
import { clientClaimsHandlers } from '../../operator/clients/client-claims-handlers'
import { clientKeysHandlers } from '../../operator/clients/client-keys-handlers'
import { clientPictureHandlers } from '../../operator/clients/client-picture-handlers'
import { clientsHandlers } from '../../operator/clients/clients-handlers'
import { operatorsHandlers } from '../../operator/desk/operators-handlers'
import { explainHandlers } from '../../operator/explain/explain-client'
import type { OperatorHandlers } from '../../operator/handling'
import { keysHandlers } from '../../operator/keys/keys-handlers'
import { messagesHandlers } from '../../operator/messages/messages-handlers'
import { organisationsHandlers } from '../../operator/organisations/organisations-handlers'
import { helpHandlers } from '../../operator/people/help-handlers'
import { namesHandlers } from '../../operator/people/names-handlers'
import { recoveryHandlers } from '../../operator/people/second/recovery-handlers'
import { usersHandlers } from '../../operator/people/users-handlers'
import { deliveriesHandlers } from '../../operator/webhooks/deliveries-handlers'
import { webhooksHandlers } from '../../operator/webhooks/webhooks-handlers'
import { applicationsHandlers } from '../../operator/websites/applications-handlers'
import { servicesHandlers } from '../../operator/websites/services-handlers'
import { sitesHandlers } from '../../operator/websites/sites-handlers'

/** A handler for each call of the operator. */
export const operatorHandlers: OperatorHandlers = {
  ...keysHandlers,
  ...operatorsHandlers,
  ...namesHandlers,
  ...usersHandlers,
  ...helpHandlers,
  ...recoveryHandlers,
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
  ...clientPictureHandlers,
  ...clientClaimsHandlers,
  ...explainHandlers,
}
