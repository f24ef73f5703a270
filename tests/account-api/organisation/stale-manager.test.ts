import { describe, expect, it } from 'vitest'
import type { Call } from '../../../contract/call'
import { calls } from '../../../contract/calls'
import { databases } from '../../fixtures/databases'
import { codeOf, dataOf, freshEmail, freshMobile, verifyByPassword, worldOn } from '../world'
import { openOrganisation } from './members'

const id = 'i'.repeat(22)
const role = { role_key: 'administrator' }
const ids = { sec_user_identity_ids: [id] }
const client = { client_key: 'key' }

/** What gives, takes or moves power in an organisation, with an input for each. */
const acts: Record<string, object> = {
  assignRole: { ...role, ...ids },
  removeRole: { ...role, ...ids },
  createRole: { role_name: 'Deputy', permissions: ['role.assign'] },
  updateRole: { ...role, permissions: [] },
  banRole: { ...role, is_banned: 1 },
  inviteByMobile: { mobile: freshMobile(), ...role },
  inviteByEmail: { email: freshEmail(), ...role },
  inviteByLink: { places: 1000, ...role },
  inviteByWorkplace: { workplace_id: 'ou_1', ...role },
  updateInvitation: { invite_id: id, ...role },
  resendInvitation: { invite_id: id },
  createInvitationBatch: { list: freshEmail(), format: 'lines', ...role },
  sendInvitationBatch: { batch_id: id },
  createUserWithRole: { mobile: freshMobile(), deputy_name: 'Eve', ...role },
  renewActivation: { sec_user_identity_id: id },
  addDomain: { domain: 'school.example' },
  updateDomain: { domain: 'school.example', joining: 'join', ...role },
  removeDomain: { domain: 'school.example' },
  freezeDeputy: { identity_id: id, is_frozen: 1 },
  deleteDeputy: { identity_id: id },
  freezeMembers: { ...ids, is_frozen: 1 },
  removeMembers: ids,
  registerClient: { name: 'App', redirect_uris: ['https://app.example/back'], scopes: ['openid'] },
  updateClient: { ...client, name: 'App' },
  rotateClientSecret: { ...client, secret_id: 'one' },
  endClientSecret: { ...client, secret_id: 'one' },
  disableClient: { ...client, is_disabled: 1 },
  removeClient: client,
  freezeSubject: { is_frozen: 1 },
  closeSubject: {},
  startTransfer: { identity_id: id, ticket: 't'.repeat(22) },
}

describe.each(databases)('a session of 13 days of a manager on $name', (database) => {
  const world = worldOn(database)

  /** The session that was stolen from a manager: it is alive, and was proven 13 days ago. */
  const stolen = async () => {
    const opened = await openOrganisation(world)
    world.passMinutes(13 * 24 * 60)
    return opened
  }
  let shared: ReturnType<typeof stolen> | undefined

  type AnyCall = (input: object) => Promise<Parameters<typeof codeOf>[0] & { data: object }>
  const callOf = (of: object, name: string): AnyCall => (of as Record<string, AnyCall>)[name] as AnyCall

  it.each(Object.entries(acts))(
    'security: its thief does nothing by %s without a second verification',
    async (name, input) => {
      shared ??= stolen()
      const { manager, sec_subject_uid } = await shared
      const answer = await callOf(manager.client, name)({ sec_subject_uid, ...input })
      expect(answer).toMatchObject({ code: 'second_verification_required' })
    },
  )

  it('happy: its owner verifies once, and then each of these calls is let in', async () => {
    const { manager, sec_subject_uid } = await stolen()
    const asked = await callOf(manager.client, 'removeMembers')({ sec_subject_uid, ...ids })
    dataOf(await verifyByPassword(manager.client, asked))
    const letIn = new Set(
      Object.keys(acts).filter((name) => (calls as Record<string, Call>)[name]?.power.proof === 'fresh'),
    )
    for (const name of letIn) {
      const answer = await callOf(manager.client, name)({ sec_subject_uid, ...acts[name] })
      expect([name, codeOf(answer)]).not.toEqual([name, 'second_verification_required'])
      expect([name, codeOf(answer)]).not.toEqual([name, 'invalid_input'])
      if (name === 'freezeSubject') await manager.client.freezeSubject({ sec_subject_uid, is_frozen: 0 })
    }
  })

  it('security: no call of a member that asks for a proof is missing here', () => {
    const rows: Call[] = Object.values(calls)
    const asking = rows.filter(({ auth, power }) => auth === 'member' && ['fresh', 'second'].includes(power.proof))
    expect(asking.map(({ name }) => name).sort()).toEqual(Object.keys(acts).sort())
  })
})
