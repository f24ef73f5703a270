import { isAbsent } from '../../runtime/absent-calls.server'
import { closedWithout } from './pages-of-calls'

/** The patterns of the pages that are closed, because the account API of this deployment does not have their calls. */
export const closedPages = (): readonly string[] => closedWithout(isAbsent)
