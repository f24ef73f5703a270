import { beforeAll, expect, it } from 'vitest'
import { newToken } from '#account-api/kernel/random'
import type { UserCall } from '#contract/call'
import { type CallName, calls } from '#contract/calls'
import type { Answer, Client } from '#contract/client'
import { openToClients, registerParty } from '#tests/account-api/applications/protocol/parties'
import { dataOf, freshEmail, freshMobile } from '#tests/account-api/worlds/worlds'
import { everyRow } from '#tests/fixtures/databases/tables'
import { photo } from '#tests/fixtures/pictures/picture-files'
import { clientsOf } from './clients/clients'
import { inviteMobile } from './invitations/invitations'
import { describeWorldsWithDns, mailDomainsOf } from './mail-domains/domains'
import { inputOf } from './matrix'
import { giveRole, openWithMember } from './members/members'

const noToken = 'x'.repeat(22)

/** The calls that set names which others see, by field. */
const naming = {
  subject_name: ['createSubject', 'updateSubject'],
  name: ['registerClient', 'updateClient'],
  deputy_name: ['updateDeputy', 'createUserWithRole', 'inviteByMobile', 'updateInvitation'],
  role_name: ['createRole', 'updateRole'],
} as const

/** Names that read as words of the site, by the reason why they are refused, and by the fields. */
const misleading: [string, (keyof typeof naming)[], string[]][] = [
  ['name_quotes', ['subject_name', 'name', 'deputy_name', 'role_name'], ['Orchard” has been checked. “', '「果园」']],
  ['name_official', ['subject_name', 'name', 'deputy_name'], ['官方客服', 'Supp0rt', 'Orchard (verified)']],
  ['name_address', ['subject_name', 'name'], ['evil.example/login']],
]
const misleadingNames = misleading.flatMap(([reason, fields, values]) =>
  fields.map((field): [CallName[], string, unknown[], string] => [[...naming[field]], field, values, reason]),
)

/** Calls, one of their fields, and invalid values of it. */
const oddInputs: [CallName[], string, unknown[], reason?: string][] = [
  ...misleadingNames,
  [['updateSubject'], 'base_infos', [{ website: 'javascript:alert(1)' }, { is_frozen: '0' }]],
  [['updateSignInRules'], 'grace_days', [91]],
  [['freezeSubject'], 'is_frozen', [0.5, undefined], 'missing'],
  [['createRole'], 'role_name', ['n'.repeat(10_000), ' ', 'a\nb']],
  [['createRole'], 'role_key', ['../x']],
  [['updateDeputy'], 'deputy_name', ['', '   ', 'a\nb', 'a\u202eb', 'a\u2066b', '\u200b', 'x'.repeat(61)]],
  [['updateDeputy', 'createUserWithRole', 'inviteByMobile'], 'deputy_name', ['x'.repeat(10_000), 'two\nlines']],
  [['removeMembers', 'freezeMembers'], 'sec_user_identity_ids', [Array(101).fill(noToken), []]],
  [['listIdentities', 'listDeputies'], 'after', ['none', Buffer.from('["a\\u0000","b"]').toString('base64url')]],
  [['listIdentities'], 'inactive_since', ['2026-02-30', 'yesterday']],
  [['listIdentities'], 'order', ['up', 'asc; drop table identities']],
  [['subjectInfo'], 'need_counts', [2, -1]],
  [['inviteByMobile'], 'next_url', ['https://evil.example/', '//evil.example/']],
  [['inviteByMobile'], 'next_url', ['/\\evil.example', 'javascript:alert(1)']],
  [['inviteByMobile'], 'extra', [{ text: 'x'.repeat(3000) }]],
  [['inviteByMobile', 'createInvitationBatch'], 'note', ['x'.repeat(301), 'a\u202eb', 'a\u0007b']],
  [['inviteByMobile'], 'role_key', ['../x']],
  [['createInvitationBatch'], 'list', ['a@x.com\0', 'x'.repeat(2 * 1024 * 1024 + 1)]],
  [['inviteByWorkplace'], 'workplace_id', ['<b>bo</b>', '<at user_id="all">all</at>']],
  [['inviteByWorkplace'], 'workplace_id', ['bo\r\nx-injected: 1', 'bo\n', '../contact/v3/users']],
  [['inviteByWorkplace'], 'workplace_id', ['a'.repeat(10_000), `${'a'.repeat(10_000)}@example.com`]],
  [['inviteByWorkplace'], 'workplace_id', ['bo?receive_id_type=chat_id', 'Bo@Example.com', '+86 138', '']],
  [['addDomain'], 'domain', ['school.example/x', '192.0.2.1', 'ann@school.example']],
  [['registerClient'], 'name', ['', '   ', 'x'.repeat(61)]],
  [['listSubjectLog'], 'before', ["'"]],
  [['listSubjectLog'], 'since', ['2026-02-30']],
  [['listSubjectLog'], 'until', ['today']],
  [['listSubjectLog'], 'actor', ["'"]],
]

/** What a call answers about an id that its organisation does not have, the field of the id, and the calls. */
const unknownIds: [code: string, field: string, ...CallName[]][] = [
  ['no_such_role', 'role_key', 'updateRole', 'banRole', 'listUserRoles', 'inviteByMobile', 'createUserWithRole'],
  ['no_such_identity', 'identity_id', 'memberInfo', 'updateDeputy', 'freezeDeputy', 'deleteDeputy'],
  ['no_such_identity', 'sec_user_identity_id', 'listUserRoles'],
  ['no_such_identity', 'sec_user_identity_ids', 'assignRole', 'removeRole'],
  ['no_such_activation', 'sec_user_identity_id', 'renewActivation', 'cancelActivation', 'sendActivationLink'],
  ['no_such_invitation', 'invite_id', 'invitationInfo', 'cancelInvitation', 'resendInvitation', 'updateInvitation'],
  ['no_such_batch', 'batch_id', 'invitationBatch', 'sendInvitationBatch'],
  ['no_such_domain', 'domain', 'checkDomain', 'updateDomain', 'removeDomain'],
  ['no_client_of_subject', 'client_key', 'subjectClientInfo', 'updateClient', 'uploadClientIcon', 'removeClientIcon'],
  ['no_client_of_subject', 'client_key', 'rotateClientSecret', 'endClientSecret', 'disableClient', 'removeClient'],
]

describeWorldsWithDns('inputs of an organisation’s calls on $name', (world, dns) => {
  const domains = mailDomainsOf(world, dns)
  const clients = clientsOf(world)

  /** An organisation with one of each thing that has an id. @returns the ids by the fields that name them */
  const furnished = async () => {
    const { organisation, sec_subject_uid, manager, bo } = await openWithMember(world)
    const role_key = await giveRole(organisation, `Clerk ${freshMobile()}`, [])
    const { invite_id } = await inviteMobile(organisation, freshMobile())
    const domain = await domains.open(organisation)
    const { client, secret } = await clients.register(organisation)
    const list = { sec_subject_uid, list: freshEmail(), format: 'lines' as const }
    const { batch_id } = dataOf(await manager.client.createInvitationBatch(list))
    const created = { sec_subject_uid, mobile: freshMobile(), deputy_name: 'New' }
    const { sec_user_identity_id: activation } = dataOf(await manager.client.createUserWithRole(created))
    const ids: Record<string, string | string[]> = {
      ...{ role_key, invite_id, batch_id, domain, client_key: client.client_key },
      identity_id: bo.identityId,
      sec_user_identity_id: bo.identityId,
      sec_user_identity_ids: [bo.identityId],
    }
    return { organisation, ids, activation, client, secret: secret ?? '' }
  }

  let mine: Awaited<ReturnType<typeof furnished>>
  beforeAll(async () => {
    await openToClients(world)
    mine = await furnished()
  })

  /** Makes a call with the organisation’s own values, except this one. */
  const ask = async (name: CallName, odd: object) => {
    const { organisation, ids } = mine
    const row: UserCall = calls[name]
    const make = organisation.manager.client[name as keyof Client] as (input: object) => Promise<Answer<UserCall>>
    const pic = 'pic' in row.input.shape && { pic: await photo.gif() }
    const input = inputOf(row, organisation.sec_subject_uid)
    const known = Object.fromEntries(Object.entries(ids).filter(([field]) => field in input))
    return make({ ...input, ...known, ...pic, ...odd })
  }

  const oddOfCalls = oddInputs.flatMap(([names, field, values, reason = 'invalid']) =>
    names.map((name) => ({ name, field, values, reason })),
  )
  it.each(oddOfCalls)('security: $name refuses a malformed $field', async ({ name, field, values, reason }) => {
    const refused = {
      code: 'invalid_input',
      data: { fields: expect.arrayContaining([expect.objectContaining({ field, reason })]) },
    }
    for (const value of values)
      expect(await ask(name, { [field]: value }), String(value).slice(0, 99)).toMatchObject(refused)
  })

  it('security: another organisation’s ids and unknown ids get the same answer, and reach nothing', async () => {
    const [theirs, ofOperator] = [await furnished(), await registerParty(world)]
    const { sec_subject_uid, manager } = mine.organisation
    const gone = (await clients.register(mine.organisation, { name: 'Gone' })).client.client_key
    await manager.client.removeClient({ sec_subject_uid, client_key: gone })
    /** Further invalid ids, for ids with their own format. */
    const others: Record<string, string[]> = {
      role_key: ['nobody'],
      domain: ['unknown.example'],
      client_key: [ofOperator.key, gone, 'nobody', "' or 1=1"],
    }
    /** All statements except what every request writes. */
    const rowsNow = async () => ({ ...(await everyRow(world.place)), counters: [], nonces: [], sessions: [] })
    const before = await rowsNow()
    for (const [code, field, ...names] of unknownIds) {
      const foreign = code === 'no_such_activation' ? theirs.activation : (theirs.ids[field] ?? '')
      const refused = { ok: false, code, description: code, data: {}, logId: expect.any(String) }
      for (const id of (others[field] ?? [newToken(128)]).concat(foreign))
        for (const name of names) {
          const odd = { [field]: Array.isArray(foreign) ? [manager.identityId, id] : id }
          expect(await ask(name, odd), `${name} ${id}`).toEqual(refused)
        }
    }
    expect(await rowsNow()).toEqual(before)
    expect(await clients.accepts(theirs.client.client_key, theirs.secret)).toBe(true)
    const { key, secret = '', redirectUri: redirect_uri } = ofOperator
    expect(await clients.accepts(key, secret, { redirect_uri })).toBe(true)
  })
})
