import type { Stores } from '../service'

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
