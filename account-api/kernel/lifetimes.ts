import type { Deployment } from './service'
import { days, minutes } from './time'

type Decided = Pick<Deployment, 'policy'>

/** How long a code is valid. Its message is worthless after that. */
export const codeMs = ({ policy }: Decided): number => minutes(policy.codes.minutes)

/** How long an unused session lasts. */
export const sessionIdleMs = ({ policy }: Decided): number => days(policy.sessions.idle_days)

/** How long a session lasts after the last real proof, in this session or in the one that it was passed on from. */
export const sessionLongestMs = ({ policy }: Decided): number => days(policy.sessions.days)

/** How long a proof stays fresh, so a session needs no ticket. */
export const freshProofMs = ({ policy }: Decided): number => minutes(policy.proofs.minutes)
