import type { Client } from '#contract/client'
import { type Guest, signedInWithMobile } from './accounts'

type Person = Awaited<ReturnType<Guest['accounts']['withMobile']>>

interface Opened {
  /** The path of the organisation. */
  here: string
  sec_subject_uid: string
  /** The client of its manager. */
  client: Client
  /** The public ids of the members, by their names. */
  ids: Record<string, string>
}

/** Creates an organisation as somebody, with members, by calls of the contract. */
export const openOrganisation = async (
  { accounts }: Pick<Guest, 'accounts'>,
  manager: Person,
  subject_name: string,
  members: Record<string, Person> = {},
): Promise<Opened> => {
  const client = await accounts.signedIn({ account: manager.mobile, password: manager.password })
  const created = await client.createSubject({ subject_name })
  if (!created.ok) throw new Error(created.code)
  const { sec_subject_uid } = created.data
  const ids: Opened['ids'] = {}
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
export const openAsManager = async (visitor: Guest, subject_name: string): Promise<Opened> => {
  const opened = await openOrganisation(visitor, await signedInWithMobile(visitor), subject_name)
  await visitor.page.goto(opened.here)
  return opened
}
