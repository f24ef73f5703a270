import type { Deployment } from '#account-api/accounts/service'

export type RegistrationClosed = { ok: false; code: 'registration_closed' }

/** The refusal of any new account while the policy closes registration. */
export const closedRegistration = ({ policy }: Pick<Deployment, 'policy'>): RegistrationClosed | undefined =>
  policy.registration === 'closed' ? { ok: false, code: 'registration_closed' } : undefined
