import { helpStates } from './accounts/account-help'
import { authenticatorStates } from './accounts/authenticator'
import { bindingStates } from './accounts/binding'
import { cancellingStates } from './accounts/cancelling'
import { passkeyStates } from './accounts/passkeys'
import { passwordStates } from './accounts/password'
import { recoveryEmailStates } from './accounts/recovery-email'
import { settingsStates } from './accounts/settings'
import { deskActStates } from './desk/acts'
import { doorStates } from './desk/door'
import { deskListStates } from './desk/lists'
import { deskOrganisationStates } from './desk/organisations'
import { deskStates } from './desk/overview'
import { deskPeopleStates } from './desk/people'
import { activationStates } from './organisations/activation'
import { invitationListStates } from './organisations/invitation-lists'
import { mailDomainStates } from './organisations/mail-domains'
import { memberStates } from './organisations/members'
import { organisationClientStates } from './organisations/organisation-clients'
import { organisationStates } from './organisations/organisations'
import { signInRuleStates } from './organisations/sign-in-rules'
import { handingOverStates } from './organisations/transfers'
import { problemStates } from './problems'
import { authoriseStates } from './sign-in/authorise'
import { deviceStates } from './sign-in/device'
import { qrMoveStates, qrRequestStates, qrStates } from './sign-in/qr'
import { registerStates } from './sign-in/register'
import { keptAccountStates, rememberedStates } from './sign-in/remembered'
import { shareStates } from './sign-in/share'
import { signInStates } from './sign-in/sign-in'
import { thirdPartyStates } from './sign-in/third-party'
import type { Reach } from './state'

export interface State {
  name: string
  /** The path of the page that it is a state of. */
  path: string
  reach: Reach
}

const groups = [
  signInStates,
  qrStates,
  rememberedStates,
  authenticatorStates,
  passkeyStates,
  recoveryEmailStates,
  keptAccountStates,
  shareStates,
  qrMoveStates,
  thirdPartyStates,
  authoriseStates,
  deviceStates,
  qrRequestStates,
  registerStates,
  settingsStates,
  organisationStates,
  memberStates,
  mailDomainStates,
  organisationClientStates,
  signInRuleStates,
  invitationListStates,
  activationStates,
  ...bindingStates,
  cancellingStates,
  handingOverStates,
  passwordStates,
  helpStates,
  doorStates,
  deskStates,
  deskPeopleStates,
  deskOrganisationStates,
  deskListStates,
  deskActStates,
  problemStates,
]

/** Every page in every state that a person may see it in. */
export const states: State[] = groups.flatMap((group) =>
  Object.entries(group).flatMap(([path, reaches]) =>
    Object.entries(reaches).map(([name, reach]) => ({ name, path, reach })),
  ),
)
