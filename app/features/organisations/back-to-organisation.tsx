import { BackLink } from '~/ui/back-link'
import { organisationPath } from './organisation-path'

interface OfOrganisation {
  subject: { sec_subject_uid: string }
}

const backTo =
  (page: string, text: string) =>
  ({ subject }: OfOrganisation) => <BackLink path={organisationPath(subject, page)} text={text} />

export const BackToOrganisation = backTo('', 'organisation.back')
export const BackToMembers = backTo('/members', 'members.back')
/** The link back to the accounts that wait for their owners. */
export const BackToAwaited = backTo('/members/waiting', 'awaited.back')
export const BackToRoles = backTo('/roles', 'roles.back')
export const BackToDomains = backTo('/domains', 'domains.back')
export const BackToClients = backTo('/applications', 'clients.back')
export const BackToRequests = backTo('/requests', 'joinRequests.back')
export const BackToInvitations = backTo('/invitations', 'invitations.back')

/** The link back to the list of organisations. */
export const BackToOrganisations = () => <BackLink path="/settings/organisations" text="organisations.back" />

export const BackToMember = ({ subject, id }: OfOrganisation & { id: string }) => (
  <BackLink path={organisationPath(subject, `/members/${id}`)} text="member.back" />
)

/** The link back to an application of an organisation. */
export const BackToClient = ({ subject, clientKey }: OfOrganisation & { clientKey: string }) => (
  <BackLink path={organisationPath(subject, `/applications/${clientKey}`)} text="clients.back_to_one" />
)
