import { randomBytes } from 'node:crypto'
import { leastScope, type OpenScope, openScopeNames } from '../../../contract/applications/open-scopes'
import { skeletonOf } from '../../../rules/names/skeleton'
import type { Size } from '../../accounts/pictures/kinds'
import { hashToken } from '../../kernel/random'
import { days } from '../../kernel/time'
import { sortKeyOf } from '../../organisations/records/sort-key'
import type { ClientRecord, OwnedClient } from './client-store'

export const clientRule = {
  /** How many an organisation may have. */
  mostOfOrganisation: 20,
  /** For how long the secret before is good beside a new one. */
  secretOverlapMs: days(7),
}

/** The size of the picture of an application. */
export const clientIconSize: Size = { width: 256, height: 256 }

/** The scopes that a client may ask for, each once and in their order. It may always ask who somebody is. */
export const scopesOf = (names: readonly OpenScope[]): OpenScope[] =>
  openScopeNames.filter((scope) => scope === leastScope || names.includes(scope))

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

/** A key of 100 random bits, in base 32. It is not chosen, since it could imitate that of another client then. */
export const newClientKey = (): string => Array.from(randomBytes(20), (byte) => alphabet[byte % 32]).join('')

/** Tells a secret from others, by its hash. Neither can be made of it. */
export const secretIdOf = ({ secretHash }: Pick<ClientRecord, 'secretHash'>): string | null =>
  secretHash === null ? null : hashToken(`id:${secretHash}`).slice(0, 22)

/** The secret before that is still good. */
export const livingPreviousSecret = ({ previousSecret }: Pick<ClientRecord, 'previousSecret'>, at: number) =>
  previousSecret && previousSecret.until > at ? previousSecret : null

/** Whether two names are one for their readers: whatever their case, width, accents, spaces and look-alike letters. */
export const looksLike = (name: string, other: string): boolean => looksOf(name) === looksOf(other)

const looksOf = (name: string): string => {
  const plain = sortKeyOf(name)
  return skeletonOf(plain.replace(/[^\p{L}\p{N}]/gu, '') || plain)
}

/**
 * Whether browsers go on to a client without a page of ours between: to the operator's own, and to those that the operator
 * has looked at. Anybody else can register a client whose address is a trap (RFC 9700, section 4.11.2).
 */
export const isVouchedFor = ({
  isFirstParty,
  isVerified,
}: Pick<ClientRecord, 'isFirstParty' | 'isVerified'>): boolean => isFirstParty || isVerified

/** Whether a client may ask for anything at all. */
export const isLivingClient = ({ disabledAt, owner }: Pick<OwnedClient, 'disabledAt' | 'owner'>): boolean =>
  disabledAt === null && !owner?.isFrozen
