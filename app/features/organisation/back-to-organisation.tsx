import { BackLink } from '../../ui/back-link'
import { organisationPath } from './organisation-path'

interface OfOrganisation {
  subject: { sec_subject_uid: string }
}

/** The link back from a page of an organisation. */
export const BackToOrganisation = ({ subject }: OfOrganisation) => (
  <BackLink path={organisationPath(subject)} text="organisation.back" />
)

/** The link back to the list of organisations. */
export const BackToOrganisations = () => <BackLink path="/settings/organisations" text="organisations.back" />

/** The link back to the members of an organisation. */
export const BackToMembers = ({ subject }: OfOrganisation) => (
  <BackLink path={organisationPath(subject, '/members')} text="members.back" />
)

/** The link back to a member of an organisation. */
export const BackToMember = ({ subject, id }: OfOrganisation & { id: string }) => (
  <BackLink path={organisationPath(subject, `/members/${id}`)} text="member.back" />
)

/** The link back to the accounts that wait for their owners. */
export const BackToAwaited = ({ subject }: OfOrganisation) => (
  <BackLink path={organisationPath(subject, '/members/waiting')} text="awaited.back" />
)

/** The link back to the roles of an organisation. */
export const BackToRoles = ({ subject }: OfOrganisation) => (
  <BackLink path={organisationPath(subject, '/roles')} text="roles.back" />
)

/** The link back to the mail domains of an organisation. */
export const BackToDomains = ({ subject }: OfOrganisation) => (
  <BackLink path={organisationPath(subject, '/domains')} text="domains.back" />
)

/** The link back to the applications of an organisation. */
export const BackToClients = ({ subject }: OfOrganisation) => (
  <BackLink path={organisationPath(subject, '/applications')} text="clients.back" />
)

/** The link back to an application of an organisation. */
export const BackToClient = ({ subject, clientKey }: OfOrganisation & { clientKey: string }) => (
  <BackLink path={organisationPath(subject, `/applications/${clientKey}`)} text="clients.back_to_one" />
)

/** The link back to the invitations of an organisation. */
export const BackToInvitations = ({ subject }: OfOrganisation) => (
  <BackLink path={organisationPath(subject, '/invitations')} text="invitations.back" />
)
