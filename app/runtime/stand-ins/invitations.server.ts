import { answered, findInList, missing, type StandIns } from './stand-in'

/** The invitations of an organisation, and those that a person gets. */
export const invitationStandIns = {
  invitationInfo: async (client, { sec_subject_uid, invite_id }) => {
    const { entry, listed } = await findInList(
      (page) => client.listInvitations({ sec_subject_uid, ...page }),
      ({ invitations }) => invitations,
      (invitation) => invitation.invite_id === invite_id,
    )
    if (!listed.ok) return listed
    return entry ? answered({ invitation: entry, link: null }, listed.logId) : missing('no_such_invitation')
  },

  // The channels that the specification names. If a channel is not set up, the call that invites by it is refused.
  listInvitationChannels: async () => answered({ channels: ['mobile', 'email', 'workplace'], sms: null }),

  myInvitations: async () => answered({ invitations: [] }),

  joinableSubjects: async () => answered({ subjects: [] }),
} satisfies StandIns
