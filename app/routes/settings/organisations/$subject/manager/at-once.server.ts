import { isAbsent } from '~/runtime/absent-calls.server'

/**
 * True where the account API has no transfers that wait for the member (spec section 4, "Manager transfer"). The manager
 * then types the code of the member, who becomes the manager at once.
 */
export const isAtOnce = (): boolean => isAbsent('startTransfer')
