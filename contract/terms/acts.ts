/**
 * The acts of a signed-in person that need a proof. A ticket is a proof for one of these kinds of act. `binding`: to
 * bind, rebind or unbind. `closing`: to close an organisation. `data`: to read one's own data in full, to join by the
 * domain of one's email, or to enter the operator's desk. These need a session with a recent proof, and accept no
 * ticket. `service`: to sign in to a service that requires a fresh sign-in. `organisation`: to change permissions in an
 * organisation.
 */
export const acts = ['binding', 'password', 'cancellation', 'closing', 'data', 'service', 'organisation'] as const

export type Act = (typeof acts)[number]
