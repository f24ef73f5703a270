import { openOrganisation } from '#tests/account-api/organisations/members/members'
import { dataOf, type World } from '#tests/account-api/worlds/world'
import type { DnsServer } from '#tests/fixtures/messages/dns-server'
import { mailDomainsOf } from './domains'

/** What people and administrators do with requests to join. */
export const joinRequestsOf = (world: World, dns: DnsServer) => {
  const { prove, person } = mailDomainsOf(world, dns)

  /** An organisation whose domain is by invitation only, and a person with an address of it. */
  const opened = async (joining: 'invited' | 'join' | 'off' = 'invited') => {
    const { organisation, manager, sec_subject_uid } = await openOrganisation(world, 'Riverside School')
    const domain = await prove(organisation)
    const choose = async (choice: typeof joining) =>
      dataOf(await manager.client.updateDomain({ sec_subject_uid, domain, joining: choice }))
    await choose(joining)
    const ann = await person(domain)
    return { organisation, manager, sec_subject_uid, domain, choose, ann }
  }

  const requestsOf = async ({ manager, sec_subject_uid }: Awaited<ReturnType<typeof opened>>) =>
    dataOf(await manager.client.listJoinRequests({ sec_subject_uid, page: 1 })).requests

  /** The same, after the person has asked. */
  const asked = async () => {
    const all = await opened()
    const { ann, sec_subject_uid } = all
    dataOf(await ann.client.askToJoin({ sec_subject_uid, deputy_name: 'Ann Lee' }))
    const [request] = await requestsOf(all)
    return { ...all, named: { sec_subject_uid, request_id: request?.request_id ?? '' } }
  }

  return { opened, requestsOf, asked }
}
