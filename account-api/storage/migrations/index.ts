import type { MigrationProvider } from 'kysely'
import { accounts } from './2026-11-20-accounts'
import { captchas } from './2026-11-21-captchas'
import { origins } from './2026-11-21-origins'
import { passwords } from './2026-11-21-passwords'
import { pictures } from './2026-11-21-pictures'
import { platforms } from './2026-11-21-platforms'
import { profiles } from './2026-11-21-profiles'
import { unbindings } from './2026-11-22-unbindings'
import { cancellations } from './2026-11-23-cancellations'
import { renewals } from './2026-11-23-renewals'
import { timeZones } from './2026-11-24-time-zones'
import { returnAddresses } from './2026-11-25-return-addresses'
import { signInHistory } from './2026-11-26-sign-in-history'
import { lastUses } from './2026-11-27-last-uses'
import { pendingChanges } from './2026-11-27-pending-changes'
import { codeRequests } from './2026-11-28-code-requests'
import { knownBrowsers } from './2026-11-29-known-browsers'
import { passwordLimits } from './2026-11-29-password-limits'

/** Every migration, oldest first; their names sort in that order. */
export const migrations: MigrationProvider = {
  getMigrations: async () => ({
    '2026-11-20-accounts': accounts,
    '2026-11-21-captchas': captchas,
    '2026-11-21-origins': origins,
    '2026-11-21-passwords': passwords,
    '2026-11-21-pictures': pictures,
    '2026-11-21-platforms': platforms,
    '2026-11-21-profiles': profiles,
    '2026-11-22-unbindings': unbindings,
    '2026-11-23-cancellations': cancellations,
    '2026-11-23-renewals': renewals,
    '2026-11-24-time-zones': timeZones,
    '2026-11-25-return-addresses': returnAddresses,
    '2026-11-26-sign-in-history': signInHistory,
    '2026-11-27-last-uses': lastUses,
    '2026-11-27-pending-changes': pendingChanges,
    '2026-11-28-code-requests': codeRequests,
    '2026-11-29-known-browsers': knownBrowsers,
    '2026-11-29-password-limits': passwordLimits,
  }),
}
