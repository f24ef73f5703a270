import { useTranslation } from 'react-i18next'
import { organisationPath } from './organisation-path'

/** The link back from a page of an organisation; the last thing on the page. */
export const BackToOrganisation = ({ subject }: { subject: { sec_subject_uid: string } }) => (
  <p className="back">
    <a href={organisationPath(subject)}>{useTranslation().t('organisation.back')}</a>
  </p>
)

/** The link back to the list of organisations. */
export const BackToOrganisations = () => (
  <p className="back">
    <a href="/settings/organisations">{useTranslation().t('organisations.back')}</a>
  </p>
)

/** The link back to the members of an organisation. */
export const BackToMembers = ({ subject }: { subject: { sec_subject_uid: string } }) => (
  <p className="back">
    <a href={organisationPath(subject, '/members')}>{useTranslation().t('members.back')}</a>
  </p>
)

/** The link back to a member of an organisation. */
export const BackToMember = ({ subject, id }: { subject: { sec_subject_uid: string }; id: string }) => (
  <p className="back">
    <a href={organisationPath(subject, `/members/${id}`)}>{useTranslation().t('member.back')}</a>
  </p>
)

/** The link back to the accounts that wait for their owners. */
export const BackToAwaited = ({ subject }: { subject: { sec_subject_uid: string } }) => (
  <p className="back">
    <a href={organisationPath(subject, '/members/waiting')}>{useTranslation().t('awaited.back')}</a>
  </p>
)

/** The link back to the roles of an organisation. */
export const BackToRoles = ({ subject }: { subject: { sec_subject_uid: string } }) => (
  <p className="back">
    <a href={organisationPath(subject, '/roles')}>{useTranslation().t('roles.back')}</a>
  </p>
)

/** The link back to the mail domains of an organisation. */
export const BackToDomains = ({ subject }: { subject: { sec_subject_uid: string } }) => (
  <p className="back">
    <a href={organisationPath(subject, '/domains')}>{useTranslation().t('domains.back')}</a>
  </p>
)

/** The link back to the invitations of an organisation. */
export const BackToInvitations = ({ subject }: { subject: { sec_subject_uid: string } }) => (
  <p className="back">
    <a href={organisationPath(subject, '/invitations')}>{useTranslation().t('invitations.back')}</a>
  </p>
)
