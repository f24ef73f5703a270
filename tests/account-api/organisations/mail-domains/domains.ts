import { afterAll, describe } from 'vitest'
import { textRecords } from '#account-api/channels/dns'
import type { RecordFault } from '#contract/organisations/mail-domains'
import type { Organisation } from '#tests/account-api/organisations/members/members'
import { dataOf, type World, worldOn } from '#tests/account-api/worlds/world'
import { databases } from '#tests/fixtures/databases/databases'
import { type DnsServer, startDnsServer } from '#tests/fixtures/messages/dns-server'

let domains = 0

/** A mail domain that no other test uses. */
export const freshDomain = (): string => `school${domains++}.example`

/** A group of tests with its own world and the DNS server that it asks, on each database. */
export const describeWorldsWithDns = (name: string, tests: (world: World, dns: DnsServer) => void): void =>
  describe.each(databases)(name, async (database) => {
    const dns = await startDnsServer()
    afterAll(() => dns.stop())
    // A silent server costs the test these time limits.
    const lookUpTexts = textRecords([dns.address], { timeoutMs: 1000, tries: 1, mostMs: 2000 })
    tests(worldOn(database, { lookUpTexts }), dns)
  })

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
  const prove = async (organisation: Organisation, domain = freshDomain()): Promise<string> => {
    await publish(organisation, domain)
    dataOf(await check(organisation, domain))
    return domain
  }

  return {
    publish,
    check,
    prove,

    /** Removes a domain’s records. */
    unpublish: (domain: string) => dns.texts.delete(`_organisation.${domain}`),

    /** Proves a domain that lets people join. */
    open: async (
      organisation: Organisation,
      { domain = freshDomain(), ...choice }: { domain?: string; role_key?: string } = {},
    ): Promise<string> => {
      const { manager, sec_subject_uid } = organisation
      await prove(organisation, domain)
      dataOf(await manager.client.updateDomain({ sec_subject_uid, domain, joining: 'join', ...choice }))
      return domain
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
