import { z } from 'zod'
import { recordFaults } from '#contract/organisations/mail-domains'

const noData = z.object({})

export const mailDomainErrors = {
  /** The organisation already has this mail domain. */
  domain_is_added: { number: 1851, status: 409, data: noData },
  too_many_domains: { number: 1852, status: 409, data: z.object({ most: z.number().int() }) },
  no_such_domain: { number: 1853, status: 404, data: noData },
  /** The text record of the domain is missing or wrong. */
  domain_not_proven: { number: 1854, status: 409, data: z.object({ reason: z.enum(recordFaults) }) },
  /** The DNS gave no answer in time. */
  domain_unreachable: { number: 1855, status: 409, data: noData },
  /** Another organisation has proven the domain, and its text record still exists. */
  domain_taken: { number: 1856, status: 409, data: noData },
  /** Anyone can get an address of this domain. */
  domain_is_public: { number: 1857, status: 403, data: noData },
  /** Nobody may join by the domain before it is proven. */
  domain_unproven: { number: 1858, status: 409, data: noData },
  /**
   * The account may not join this organisation by its email, or the organisation does not exist. The answer does not
   * show which.
   */
  not_joinable: { number: 1859, status: 403, data: noData },
} as const
