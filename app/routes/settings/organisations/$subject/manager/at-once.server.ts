import { isAbsent } from '~/runtime/absent-calls.server'

/**
 * True if the account API has no pending transfers (spec section 4, "Manager transfer"). The manager then types the
 * code of the member, who becomes the manager at once.
 */
export const isAtOnce = (): boolean => isAbsent('startTransfer')
