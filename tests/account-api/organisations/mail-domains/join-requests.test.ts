import { expect, it } from 'vitest'
import { giveRole, joinOrganisation, logOf, walk } from '#tests/account-api/organisations/members/members'
import { codeOf, dataOf, refused } from '#tests/account-api/worlds/worlds'
import { lookInto, writeInto } from '#tests/fixtures/databases/look-into'
import { describeWorldsWithDns, mailDomainsOf } from './domains'
import { joinRequestsOf } from './join-requests'

describeWorldsWithDns('requests to join on $name', (world, dns) => {
  const { opened, requestsOf, asked } = joinRequestsOf(world, dns)
  const { person } = mailDomainsOf(world, dns)

  const unknown = 'A'.repeat(22)

  it('happy: a request is listed and accepted with a role; it is logged, and both sides are notified', async () => {
    const { organisation, manager, ann, sec_subject_uid, domain, named } = await asked()
    expect(await world.newsTo(manager.mobile)).toEqual(['join_asked'])
    const { request } = dataOf(await manager.client.joinRequestInfo(named))
    expect(request).toMatchObject({ deputy_name: 'Ann Lee', address: ann.email })
    const { identity_id } = dataOf(await manager.client.acceptJoinRequest({ ...named, role_key: 'administrator' }))
    expect(await world.toldLast(manager.mobile)).toMatchObject({ purpose: 'administrator_given' })
    expect(dataOf(await ann.client.subjectInfo({ sec_subject_uid }))).toMatchObject({
      subject: { identity_id, deputy_name: 'Ann Lee' },
      roles: [{ role_key: 'administrator' }],
    })
    expect(await world.newsTo(ann.email)).toEqual(['join_accepted'])
    expect((await logOf(world, organisation)).at(-1)).toMatchObject({
      kind: 'join_request_accepted',
      name: 'Ann Lee',
      after: { domain, role: 'administrator' },
    })
    expect(codeOf(await manager.client.joinRequestInfo(named))).toBe('no_such_join_request')
  })

  it('happy: asking twice makes one request, which its person may withdraw', async () => {
    const all = await asked()
    const { ann, sec_subject_uid } = all
    dataOf(await ann.client.askToJoin({ sec_subject_uid }))
    expect(await requestsOf(all)).toHaveLength(1)
    const [subject] = dataOf(await ann.client.joinableSubjects({})).subjects
    expect(subject?.request?.state).toBe('pending')
    expect(codeOf(await ann.client.withdrawJoinRequest({ sec_subject_uid }))).toBe('ok')
    expect(codeOf(await ann.client.withdrawJoinRequest({ sec_subject_uid }))).toBe('no_such_join_request')
    expect(await requestsOf(all)).toEqual([])
  })

  it('happy: the list of requests is read in pages, newest first', async () => {
    const { manager, sec_subject_uid, domain, ann } = await opened()
    for (const { client } of [ann, await person(domain, 'bo')]) dataOf(await client.askToJoin({ sec_subject_uid }))
    const pages = await walk((after) =>
      manager.client.listJoinRequests({ sec_subject_uid, page: 1, page_size: 1, after }),
    )
    const [newest, first] = pages.flatMap(({ requests }) => requests.map(({ address }) => address))
    expect([pages.length, first]).toEqual([2, ann.email])
    expect(newest).not.toBe(first)
  })

  it('error: a declined person must wait before asking again, and an expired request is removed', async () => {
    const all = await asked()
    const { manager, ann, sec_subject_uid, named } = all
    dataOf(await manager.client.declineJoinRequest(named))
    expect(await world.newsTo(ann.email)).toEqual(['join_declined'])
    const waits = { retry_after: expect.any(Number) }
    await refused(ann.client.askToJoin({ sec_subject_uid }), 'join_request_declined', waits)
    const over = await asked()
    const change = 'update join_requests set ends_at = $1 where public_id = $2'
    await writeInto(world.place, change, [world.deployment.now(), over.named.request_id])
    expect(await requestsOf(over)).toEqual([])
    expect(codeOf(await over.manager.client.acceptJoinRequest(over.named))).toBe('no_such_join_request')
  })

  it('security: a mailbox that was proven long ago must be proven again', async () => {
    const { ann, sec_subject_uid } = await opened()
    world.passMinutes(24 * 60 + 1)
    const stale = await ann.client.askToJoin({ sec_subject_uid })
    expect(stale).toMatchObject({ code: 'second_verification_required', data: { ways: [{ way: 'email' }] } })
  })

  it('security: a request to join reveals nothing without the domain, or where joining is closed, open to all, or barred', async () => {
    const { sec_subject_uid, ann, choose, manager } = await opened('off')
    const stranger = await world.registerMobile()
    for (const client of [stranger.client, ann.client])
      for (const id of [sec_subject_uid, unknown])
        expect(await client.askToJoin({ sec_subject_uid: id })).toMatchObject({ code: 'not_joinable', data: {} })
    await choose('join')
    expect(codeOf(await ann.client.askToJoin({ sec_subject_uid }))).toBe('not_joinable')
    const { identity_id } = dataOf(await ann.client.joinSubject({ sec_subject_uid }))
    await choose('invited')
    expect(codeOf(await ann.client.askToJoin({ sec_subject_uid }))).toBe('already_member')
    dataOf(await manager.client.deleteDeputy({ sec_subject_uid, identity_id }))
    expect(codeOf(await ann.client.askToJoin({ sec_subject_uid }))).toBe('not_joinable')
  })

  it('security: a person whose address or domain no longer matches the request is not admitted', async () => {
    const lost = await asked()
    await lost.choose('off')
    expect(codeOf(await lost.manager.client.acceptJoinRequest(lost.named))).toBe('no_such_join_request')
    const changed = await asked()
    const { userId } = changed.ann
    await writeInto(world.place, "delete from identifiers where account_id = $1 and kind = 'email'", [userId])
    expect(codeOf(await changed.manager.client.acceptJoinRequest(changed.named))).toBe('no_such_join_request')
    expect(await lookInto(world.place, `select id from identities where account_id = '${userId}'`)).toEqual([])
  })

  it('security: an administrator answers requests within their permissions, and only for their own organisation', async () => {
    const { organisation, manager, sec_subject_uid, named } = await asked()
    const deputy = await joinOrganisation(world, organisation)
    await giveRole(organisation, 'Inviters', ['invitation.send'], deputy)
    // They have all that their own role grants, but may give no role.
    const giving = deputy.client.acceptJoinRequest({ ...named, role_key: 'inviters' })
    await refused(giving, 'beyond_own_permissions', { lacking: ['role.assign'] })
    const other = await opened()
    const foreign = { ...named, sec_subject_uid: other.sec_subject_uid }
    expect(codeOf(await other.manager.client.acceptJoinRequest(foreign))).toBe('no_such_join_request')
    expect(codeOf(await other.manager.client.declineJoinRequest(foreign))).toBe('no_such_join_request')
    expect(codeOf(await deputy.client.acceptJoinRequest(named))).toBe('ok')
    const { counts } = dataOf(await manager.client.subjectInfo({ sec_subject_uid, need_counts: 1 }))
    expect(counts?.requests).toBe(0)
  })
})
