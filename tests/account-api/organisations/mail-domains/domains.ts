import { textRecords } from '#account-api/channels/dns'
import type { RecordFault } from '#contract/organisations/mail-domains'
import type { Organisation } from '#tests/account-api/organisations/members/members'
import { dataOf, type World } from '#tests/account-api/worlds/world'
import type { DnsServer } from '#tests/fixtures/messages/dns-server'

let domains = 0

/** A mail domain that no other test uses. */
export const freshDomain = (): string => `school${domains++}.example`

/** The time limits that a silent server costs the test. */
export const resolverOf = ({ address }: DnsServer) =>
  textRecords([address], { timeoutMs: 1000, tries: 1, mostMs: 2000 })

/** What organisations and people do with mail domains, with the DNS server that they are looked up at. */
export const mailDomainsOf = (world: World, dns: DnsServer) => {
  /** Adds a domain, and publishes its record. */
  const publish = async ({ manager, sec_subject_uid }: Organisation, domain: string): Promise<string> => {
    const added = dataOf(await manager.client.addDomain({ sec_subject_uid, domain }))
    const { record_name, record_value } = added.domain
    dns.texts.set(record_name, [...(dns.texts.get(record_name) ?? []), record_value])
    dns.names.add(domain)
    return record_value
  }
  const check = ({ manager, sec_subject_uid }: Organisation, domain: string) =>
    manager.client.checkDomain({ sec_subject_uid, domain })

  return {
    publish,
    check,

    /** Removes a domain’s records. */
    unpublish: (domain: string) => dns.texts.delete(`_organisation.${domain}`),

    /** An organisation whose proven domain lets people join. */
    open: async (organisation: Organisation, domain: string, choice: { role_key?: string } = {}): Promise<void> => {
      await publish(organisation, domain)
      dataOf(await check(organisation, domain))
      const { manager, sec_subject_uid } = organisation
      dataOf(await manager.client.updateDomain({ sec_subject_uid, domain, joining: 'join', ...choice }))
    },

    /** A person with a proven address. */
    person: (domain: string, name = 'ann') => world.registerEmail({ email: `${name}@${domain}` }),

    /** The domain as the manager sees it. */
    seenBy: async ({ manager, sec_subject_uid }: Organisation, domain: string) => {
      const { domains: listed } = dataOf(await manager.client.listDomains({ sec_subject_uid }))
      const found = listed.find((each) => each.domain === domain)
      if (!found) throw new Error(`no ${domain}`)
      return found
    },

    /** The log entries of a domain, newest first. */
    loggedOf: async ({ manager, sec_subject_uid }: Organisation, domain: string): Promise<string[]> => {
      const { entries } = dataOf(await manager.client.listSubjectLog({ sec_subject_uid }))
      return entries.filter(({ target }) => target.name === domain).map(({ kind }) => kind)
    },
  }
}

/** The answer of a check that finds this. */
export const notProven = (reason: RecordFault) => ({ ok: false, code: 'domain_not_proven', data: { reason } })
