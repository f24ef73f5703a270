import { announcementsHandlers } from '#account-api/operator/announcements/announcements-handlers'
import { apisHandlers } from '#account-api/operator/apis/apis-handlers'
import { clientClaimsHandlers } from '#account-api/operator/clients/client-claims-handlers'
import { clientKeysHandlers } from '#account-api/operator/clients/client-keys-handlers'
import { clientPictureHandlers } from '#account-api/operator/clients/client-picture-handlers'
import { clientsHandlers } from '#account-api/operator/clients/clients-handlers'
import { operatorsHandlers } from '#account-api/operator/desk/operators-handlers'
import { explainHandlers } from '#account-api/operator/explain/explain-client'
import type { OperatorHandlers } from '#account-api/operator/handling'
import { keysHandlers } from '#account-api/operator/keys/keys-handlers'
import { messagesHandlers } from '#account-api/operator/messages/messages-handlers'
import { organisationsHandlers } from '#account-api/operator/organisations/organisations-handlers'
import { helpHandlers } from '#account-api/operator/people/help-handlers'
import { namesHandlers } from '#account-api/operator/people/names-handlers'
import { recoveryHandlers } from '#account-api/operator/people/second/recovery-handlers'
import { usersHandlers } from '#account-api/operator/people/users-handlers'
import { deliveriesHandlers } from '#account-api/operator/webhooks/deliveries-handlers'
import { webhooksHandlers } from '#account-api/operator/webhooks/webhooks-handlers'
import { applicationsHandlers } from '#account-api/operator/websites/applications-handlers'
import { servicesHandlers } from '#account-api/operator/websites/services-handlers'
import { sitesHandlers } from '#account-api/operator/websites/sites-handlers'

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
