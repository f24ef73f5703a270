import type { Stores } from '#account-api/organisations/service'

/**
 * A mail domain that an organisation has proven and whose text record is there, for others to know it by: the first one
 * by name. Undefined: there is none.
 */
export const provenDomainOf = async (
  { mailDomains }: Pick<Stores, 'mailDomains'>,
  organisationId: string,
): Promise<string | undefined> => {
  const domains = await mailDomains.of(organisationId)
  return domains.find(({ provenSince, missingSince }) => provenSince !== null && missingSince === null)?.domain
}

/**
 * How an organisation is shown to people outside: by a mail domain that it has proven, and by its logo, if it has proven
 * one. Anybody can create an organisation with the name and the logo of a bank, but not with its domain.
 */
export const shownOutside = async (
  stores: Pick<Stores, 'mailDomains' | 'organisations'>,
  organisationId: string,
): Promise<{ domain: string | null; logo: string | null }> => {
  const domain = await provenDomainOf(stores, organisationId)
  if (domain === undefined) return { domain: null, logo: null }
  return { domain, logo: await stores.organisations.logoOf(organisationId) }
}
