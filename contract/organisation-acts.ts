/** What can be done in an organisation, as its log names it; the web app has a text for each. */
export const organisationActs = ['organisation_created', 'organisation_updated'] as const

export type OrganisationAct = (typeof organisationActs)[number]
