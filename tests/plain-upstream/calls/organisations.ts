import {
  type Account,
  type Asked,
  type Call,
  newAccount,
  newId,
  refuse,
  type Subject,
  takeCode,
  takeTicket,
  text,
  ticketFor,
} from '#tests/plain-upstream/state'

const place = (deputy_name: string, identity_id: string) => ({
  identity_id,
  deputy_name,
  is_frozen: 0 as const,
  roles: [],
})

const create = (asked: Asked, person: Account): Record<string, unknown> => {
  const { state, fields, signIn } = asked
  const subject: Subject = {
    subject_uid: newId(state, 's'),
    sec_subject_uid: newId(state, 'o'),
    subject_name: text(fields, 'subject_name'),
    base_infos: { industry: 'fruit', acres: 7, region: 'PRC' },
    is_frozen: 0,
    manager: person.id,
    members: new Map([[person.id, place(text(fields, 'deputy_name') || person.username, newId(state, 'i'))]]),
    roles: [{ role_key: 'r1', role_name: 'Picker', permissions: ['ladder.climb'], description: '' }],
    invitations: [],
  }
  state.subjects.push(subject)
  signIn(person)
  return { subject_uid: subject.subject_uid, sec_subject_uid: subject.sec_subject_uid }
}

/** The subject that a call names, for its members. */
const acting = ({ state, fields, me }: Asked) => {
  const subject = state.subjects.find(({ sec_subject_uid }) => sec_subject_uid === text(fields, 'sec_subject_uid'))
  const member = subject?.members.get(me().id)
  return subject && member
    ? { subject, member, isManager: subject.manager === me().id }
    : refuse(6001, 'no such subject')
}

const managing = (asked: Asked): Subject => {
  const { subject, isManager } = acting(asked)
  return isManager ? subject : refuse(6002, 'for the manager')
}

const byIdentity = ({ members }: Subject, id: string) =>
  [...members].find(([, { identity_id }]) => identity_id === id) ?? refuse(6003, 'no such identity')

const invite: Call = (asked) => {
  const subject = managing(asked)
  const { state, fields } = asked
  const invitation = {
    invite_id: newId(state, 'n'),
    invite_ticket: newId(state, 'w'),
    to: text(fields, 'mobile', 'email'),
    next_url: text(fields, 'next_url'),
    state: 'waiting',
  }
  subject.invitations.push(invitation)
  const { invite_id, invite_ticket } = invitation
  return { invite_id, invite_ticket }
}

const invited = ({ state, fields }: Asked) => {
  for (const subject of state.subjects)
    for (const invitation of subject.invitations)
      if (invitation.invite_ticket === text(fields, 'invite_ticket')) return { subject, invitation }
  return refuse(6004, 'no such invitation')
}

const sendTo: (kind: 'mobile' | 'email') => Call = (kind) => (asked) => {
  const { subject } = acting(asked)
  const { state, fields, me } = asked
  const id = text(fields, 'identity_id')
  if (id) oldTicket(asked)
  const to = id ? state.accounts.find((person) => person.id === byIdentity(subject, id)[0]) : me()
  state.codes.set(to?.[kind] ?? refuse(4001, 'no address'), '112233')
  return undefined
}

/** Facts arrive as JSON where they were obfuscated. */
const readInfos = (infos: unknown): unknown => (typeof infos === 'string' ? JSON.parse(infos) : infos)

/** The ticket of the old manager stays until the transfer is done. */
const oldTicket = ({ state, fields }: Asked): void => {
  if (state.tickets.get(text(fields, 'ticket'))?.act !== 'old') refuse(4005, 'this ticket does not fit')
}

export const organisations: Record<string, Call> = {
  '/v1/org/create/mobile': (asked) => {
    const { fields, state } = asked
    takeCode(state, text(fields, 'mobile'), text(fields, 'code', 'sms_code'))
    return create(asked, newAccount(state, { mobile: text(fields, 'mobile'), password: text(fields, 'password') }))
  },
  '/v1/org/list': ({ state, me }) => ({
    subjects: state.subjects.flatMap(({ members, roles, invitations, manager, ...subject }) => {
      const member = members.get(me().id)
      return member ? [{ ...subject, identity_id: member.identity_id, deputy_name: member.deputy_name }] : []
    }),
  }),
  '/v1/org/permissions': (asked) => ({
    permissions: acting(asked).isManager ? ['member.read', 'role.read', 'invitation.send', 'ladder.climb'] : [],
  }),
  '/v1/org/resources': () => ({ resources: [{ permission: 'ladder.climb', name: 'Climb ladders' }] }),
  '/v1/org/identities': (asked) => ({
    identities: [...acting(asked).subject.members.values()].map(({ roles: _, ...member }) => member),
  }),
  '/v1/org/deputies': () => ({ deputies: [] }),
  '/v1/org/roles': (asked) => ({ roles: acting(asked).subject.roles }),
  '/v1/org/roles/create': (asked) => {
    const { fields, state } = asked
    const role_key = newId(state, 'r')
    const permissions = (fields.permissions ?? []) as string[]
    managing(asked).roles.push({ role_key, role_name: text(fields, 'role_name'), permissions, description: '' })
    return { role_key }
  },
  '/v1/org/roles/update': (asked) => {
    const { role_key, role_name, permissions = [] } = asked.fields
    const role = managing(asked).roles.find((each) => each.role_key === role_key)
    Object.assign(role ?? refuse(6006, 'no such role'), { role_name, permissions })
    return undefined
  },
  '/v1/org/roles/users': () => ({ users: [] }),
  '/v1/org/deputy/freeze': (asked) => {
    byIdentity(managing(asked), text(asked.fields, 'identity_id', 'deputy_identity_id'))[1].is_frozen =
      Number(asked.fields.is_frozen) === 1 ? 1 : 0
    return undefined
  },
  '/v1/org/update': (asked) => {
    const { subject_name, base_infos } = asked.fields
    Object.assign(managing(asked), { subject_name }, base_infos !== undefined && { base_infos: readInfos(base_infos) })
    return undefined
  },
  '/v1/org/invite/mobile': invite,
  '/v1/org/invite/mail': invite,
  '/v1/org/invite/list': (asked) => ({
    invitations: acting(asked).subject.invitations.map(({ invite_ticket: _, to: __, ...invitation }) => invitation),
  }),
  '/v1/org/invite/check': (asked) => {
    const { subject, invitation } = invited(asked)
    return { invite_id: invitation.invite_id, subject_name: subject.subject_name }
  },
  '/v1/org/invite/accept': (asked) => {
    const { subject, invitation } = invited(asked)
    const person = asked.me()
    if (![person.mobile, person.email].includes(invitation.to)) refuse(6005, 'for another person')
    subject.members.set(person.id, place(text(asked.fields, 'deputy_name') || person.username, newId(asked.state, 'i')))
    invitation.state = 'accepted'
    return { sec_subject_uid: subject.sec_subject_uid }
  },
  '/v1/org/sms': sendTo('mobile'),
  '/v1/org/mail': sendTo('email'),
  '/v1/org/manager/old': (asked) => {
    const subject = managing(asked)
    const { mobile, email } = asked.me()
    takeCode(
      asked.state,
      text(asked.fields, 'way') === 'email' ? (email ?? '') : (mobile ?? ''),
      text(asked.fields, 'code'),
    )
    return { ticket: ticketFor(asked.state, 'old', subject.sec_subject_uid) }
  },
  '/v1/org/manager/new': (asked) => {
    const subject = managing(asked)
    oldTicket(asked)
    const [id] = byIdentity(subject, text(asked.fields, 'identity_id'))
    const person = asked.state.accounts.find((each) => each.id === id)
    const address = text(asked.fields, 'way') === 'email' ? person?.email : person?.mobile
    takeCode(asked.state, address ?? '', text(asked.fields, 'code'))
    return { ticket: ticketFor(asked.state, 'new', id) }
  },
  '/v1/org/manager/transfer': (asked) => {
    managing(asked).manager = takeTicket(asked.state, text(asked.fields, 'ticket'), 'new')
    return undefined
  },
}
