import { identityId, subjectUid } from '#contract/organisations/organisation-fields'

/** Identifies one of the account's identities in the form. */
export interface Choice {
  subject_uid: string
  identity_id: string
}

/** An identity as the value of its radio button. */
export const choiceOf = ({ subject_uid, identity_id }: Choice): string => `${subject_uid} ${identity_id}`

/** The identity in a value; undefined for any other text. The account API checks its owner. */
export const choiceIn = (value: string): Choice | undefined => {
  const [subject_uid = '', identity_id = '', ...more] = value.split(' ')
  const fits = subjectUid.safeParse(subject_uid).success && identityId.safeParse(identity_id).success
  return fits && more.length === 0 ? { subject_uid, identity_id } : undefined
}

/** True when a person can act in an organisation. The manager of a suspended organisation can too, to lift the suspension. */
export const mayChoose = ({ is_frozen, is_manager }: { is_frozen: number; is_manager: boolean }): boolean =>
  is_frozen === 0 || is_manager
