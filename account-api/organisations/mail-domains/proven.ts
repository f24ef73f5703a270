import type { Stores } from '#account-api/organisations/service'

/**
 * A mail domain that an organisation has proven and whose text record is present, so others can recognise the
 * organisation: the first by name. Undefined if it has none.
 */
export const provenDomainOf = async (
  { mailDomains }: Pick<Stores, 'mailDomains'>,
  organisationId: string,
): Promise<string | undefined> => {
  const domains = await mailDomains.of(organisationId)
  return domains.find(({ provenSince, missingSince }) => provenSince !== null && missingSince === null)?.domain
}

/**
 * The view of an organisation for outsiders: with a mail domain that it has proven, and only then with its logo. Anyone
 * can create an organisation with the name and the logo of a bank, but not with its domain.
 */
export const shownOutside = async (
  stores: Pick<Stores, 'mailDomains' | 'organisations'>,
  organisationId: string,
): Promise<{ domain: string | null; logo: string | null }> => {
  const domain = await provenDomainOf(stores, organisationId)
  if (domain === undefined) return { domain: null, logo: null }
  return { domain, logo: await stores.organisations.logoOf(organisationId) }
}
