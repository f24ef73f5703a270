import { isAbsent } from '~/runtime/absent-calls.server'
import { env } from '~/runtime/env.server'

/** A platform that people can sign in with. */
export interface OfferedPlatform {
  platform: string
  /** Its name, if the operator set one. */
  name: string | null
}

/** The platforms of this deployment, in the order of its file; none where the account API begins no visits. */
export const offeredPlatforms = (): readonly OfferedPlatform[] => (isAbsent('thirdPartyStart') ? [] : env().platforms)
