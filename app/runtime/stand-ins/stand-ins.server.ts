import type { UserCall } from '#contract/call'
import type { CallName } from '#contract/calls'
import type { Answer, Client } from '#contract/client'
import { invitationStandIns } from './invitations.server'
import { organisationStandIns } from './organisation.server'
import { profileStandIns } from './profile.server'
import { signInStandIns } from './sign-in.server'
import type { StandIns } from './stand-in'

const standIns: StandIns = { ...organisationStandIns, ...invitationStandIns, ...profileStandIns, ...signInStandIns }

type AnyStandIn = (client: Client, input: Record<string, unknown>) => Promise<Answer<UserCall>>

export const namesOfStandIns = Object.keys(standIns) as CallName[]

/** Answers a call that the account API does not have; undefined for a call without a stand-in. */
export const standInFor = (name: CallName): AnyStandIn | undefined => standIns[name] as AnyStandIn | undefined
