import { ofClients, type SignalType } from '#contract/operator/messages/event-groups'
import type { ActivityKind } from '#contract/terms/activity'

/** The credentials that signals name, in the words of CAEP 1.0, section 3.3.1. */
type CredentialType = 'password' | 'phone-sms' | 'app' | 'fido2-platform'

export interface CredentialChange {
  credential_type: CredentialType
  change_type: 'create' | 'update' | 'delete'
}

/** What a client is told about a person, as the delivery stores it. `sid`: the session, as in its ID tokens. */
export type Signal = { type: 'session_revoked'; sid: string } | ({ type: 'credential_change' } & CredentialChange)

/** The name of a signal among the names of events. */
export const signalName = (type: SignalType): string => `${ofClients}.${type}`

const change = (credential_type: CredentialType, change_type: CredentialChange['change_type']): CredentialChange => ({
  credential_type,
  change_type,
})

/**
 * The changes of credentials, by the kind of the act. CAEP has no word for an email address or a third-party identity.
 * A passkey on a security key has the same word as others, because its removal leaves nothing to tell them apart.
 */
export const credentialChanges: Partial<Record<ActivityKind, CredentialChange>> = {
  password_set: change('password', 'create'),
  password_changed: change('password', 'update'),
  password_reset: change('password', 'update'),
  mobile_bound: change('phone-sms', 'create'),
  mobile_changed: change('phone-sms', 'update'),
  mobile_removed: change('phone-sms', 'delete'),
  authenticator_added: change('app', 'create'),
  authenticator_removed: change('app', 'delete'),
  passkey_added: change('fido2-platform', 'create'),
  passkey_removed: change('fido2-platform', 'delete'),
}
