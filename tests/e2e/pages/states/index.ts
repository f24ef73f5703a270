import { helpStates } from './account-help'
import { activationStates } from './activation'
import { authoriseStates } from './authorise'
import { bindingStates } from './binding'
import { cancellingStates } from './cancelling'
import { deviceStates } from './device'
import { handingOverStates } from './handing-over'
import { invitationListStates } from './invitation-lists'
import { keptAccountStates } from './kept-accounts'
import { mailDomainStates } from './mail-domains'
import { memberStates } from './members'
import { organisationClientStates } from './organisation-clients'
import { organisationStates } from './organisations'
import { passwordStates } from './password'
import { problemStates } from './problems'
import { qrMoveStates, qrRequestStates, qrStates } from './qr'
import { registerStates } from './register'
import { rememberedStates } from './remembered'
import { settingsStates } from './settings'
import { shareStates } from './share'
import { signInStates } from './sign-in'
import type { Reach } from './state'
import { thirdPartyStates } from './third-party'

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
  invitationListStates,
  activationStates,
  ...bindingStates,
  cancellingStates,
  handingOverStates,
  passwordStates,
  helpStates,
  problemStates,
]

/** Every page in every state that a person may see it in. */
export const states: State[] = groups.flatMap((group) =>
  Object.entries(group).flatMap(([path, reaches]) =>
    Object.entries(reaches).map(([name, reach]) => ({ name, path, reach })),
  ),
)
