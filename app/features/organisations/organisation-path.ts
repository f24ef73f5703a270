/** The page of an organisation, or one below it. The list of organisations, if the account API has not named one. */
export const organisationPath = ({ sec_subject_uid }: { sec_subject_uid: string }, below = ''): string =>
  sec_subject_uid === '' ? '/settings/organisations' : `/settings/organisations/${sec_subject_uid}${below}`
