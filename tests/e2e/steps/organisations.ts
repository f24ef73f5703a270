import { type Guest, signedInWithMobile } from './accounts'

type Person = Awaited<ReturnType<Guest['accounts']['withMobile']>>

/**
 * Creates an organisation as somebody, with members, by calls of the contract.
 * @returns its path, the client of its manager, and the public ids of the members by their names
 */
export const openOrganisation = async (
  { accounts }: Pick<Guest, 'accounts'>,
  manager: Person,
  subject_name: string,
  members: Record<string, Person> = {},
) => {
  const client = await accounts.signedIn({ account: manager.mobile, password: manager.password })
  const created = await client.createSubject({ subject_name })
  if (!created.ok) throw new Error(created.code)
  const { sec_subject_uid } = created.data
  const ids: Record<string, string> = {}
  for (const [deputy_name, { mobile, password }] of Object.entries(members)) {
    const invited = await client.inviteByMobile({ sec_subject_uid, mobile, deputy_name })
    if (!invited.ok) throw new Error(invited.code)
    const invitee = await accounts.signedIn({ account: mobile, password })
    const accepted = await invitee.acceptInvitation({ invite_id: invited.data.invite_id })
    if (!accepted.ok) throw new Error(accepted.code)
    ids[deputy_name] = accepted.data.identity_id
  }
  return { here: `/settings/organisations/${sec_subject_uid}`, sec_subject_uid, client, ids }
}

/** Signs a browser in as the manager of a new organisation, and shows its page. */
export const openAsManager = async (visitor: Guest, subject_name: string) => {
  const opened = await openOrganisation(visitor, await signedInWithMobile(visitor), subject_name)
  await visitor.page.goto(opened.here)
  return opened
}
