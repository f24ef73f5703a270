import { randomBytes } from 'node:crypto'
import type { Size } from '#account-api/accounts/pictures/kinds'
import { hashToken } from '#account-api/kernel/random'
import { days } from '#account-api/kernel/time'
import { leastScope, type OpenScope, openScopeNames } from '#contract/applications/open-scopes'
import { usualProtocol } from './client-protocol'
import type { ClientRecord, OwnedClient } from './client-record'

export const clientRule = {
  mostOfOrganisation: 20,
  /** How long the previous secret is accepted next to a new one. */
  secretOverlapMs: days(7),
  /** How long a secret of a service account is valid. */
  serviceSecretMs: days(180),
}

export const clientIconSize: Size = { width: 256, height: 256 }

/** The scopes that a client may request, in their order and without repetition. It may always request `openid`. */
export const scopesOf = (names: readonly OpenScope[]): OpenScope[] =>
  openScopeNames.filter((scope) => scope === leastScope || names.includes(scope))

/** The fields of every client at its registration. */
export const freshClient = {
  icon: null,
  appSchemes: [] as readonly string[],
  isFirstParty: false,
  requiresPkce: true,
  hasDeviceGrant: false,
  idTokenAlg: 'RS256',
  claimRules: null,
  protocol: usualProtocol,
  previousSecret: null,
  disabledAt: null,
  tokensEndedAt: null,
  registeredBy: null,
  secretExpiresAt: null,
  machineUsedAt: null,
  documentUntil: null,
  isDisabledByOwner: false,
} as const

/** True for a client_id that is the address of a metadata document. */
export const isDocumentAddress = (id: string): boolean => id.startsWith('https://')

/**
 * The key under which a client is stored. The key of a client with a metadata document is made from its address.
 * No registered key has an underscore.
 */
export const clientKeyOf = (id: string): string =>
  isDocumentAddress(id)
    ? `doc_${hashToken(`client:${id}`)
        .replace(/[^A-Za-z\d]/g, '')
        .slice(0, 32)}`
    : id

/** True for the key of a client with a metadata document. */
export const isDescribedKey = (key: string): boolean => key.startsWith('doc_')

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

/** A random key of 100 bits, in base 32. It is not chosen, because a chosen key could imitate another client's. */
export const newClientKey = (): string => Array.from(randomBytes(20), (byte) => alphabet[byte % 32]).join('')

/** The id of a secret, derived from the hash. Neither the secret nor the hash can be derived from it. */
export const secretIdOf = ({ secretHash }: Pick<ClientRecord, 'secretHash'>): string | null =>
  secretHash === null ? null : hashToken(`id:${secretHash}`).slice(0, 22)

/** The previous secret, while it is still accepted. */
export const livingPreviousSecret = ({ previousSecret }: Pick<ClientRecord, 'previousSecret'>, at: number) =>
  previousSecret && previousSecret.until > at ? previousSecret : null

/**
 * True when browsers continue to a client without our intermediate page: to the operator's own clients, and to reviewed
 * ones. Others may have been registered with an address that is a trap (RFC 9700, section 4.11.2).
 */
export const isVouchedFor = ({
  isFirstParty,
  isVerified,
}: Pick<ClientRecord, 'isFirstParty' | 'isVerified'>): boolean => isFirstParty || isVerified

/** True when a client may make requests. */
export const isLivingClient = ({ disabledAt, owner }: Pick<OwnedClient, 'disabledAt' | 'owner'>): boolean =>
  disabledAt === null && !owner?.isSuspended
