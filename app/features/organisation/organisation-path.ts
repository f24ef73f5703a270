/** The page of an organisation, or one below it. */
export const organisationPath = ({ sec_subject_uid }: { sec_subject_uid: string }, below = ''): string =>
  `/settings/organisations/${sec_subject_uid}${below}`
