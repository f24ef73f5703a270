/** The page of an organisation, or one below it. The list of them, where the account API has not named the organisation. */
export const organisationPath = ({ sec_subject_uid }: { sec_subject_uid: string }, below = ''): string =>
  sec_subject_uid === '' ? '/settings/organisations' : `/settings/organisations/${sec_subject_uid}${below}`
