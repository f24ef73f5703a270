import { nowhere } from '#account-api/kernel/from'
import { type LaneLog, startLooking } from '#account-api/kernel/queue/lane'
import { type Queue, workOff } from '#account-api/kernel/queue/work-off'
import { minutes } from '#account-api/kernel/time'
import { nobody } from '#account-api/organisations/organisation/log/log'
import { inTransaction, type Service } from '#account-api/organisations/service'
import { keepState } from './look'
import type { ClaimedDomain } from './mail-domain-record'
import { lookAt, type RecordState } from './record'

/** `atOnce`: each check takes a few seconds at most, and a claim lasts a minute. */
const rule = { everyMs: minutes(1), atOnce: 10 }

/**
 * Checks the records of proven domains, each about once a day, until it is stopped. Several copies may run: one copy at
 * a time claims a domain.
 * @returns a function that stops it and waits for a running check
 */
export const startCheckingDomains = (service: Service, log: LaneLog): (() => Promise<void>) =>
  startLooking(
    async (stopped) => {
      await checkDueDomains(service, stopped)
    },
    { everyMs: rule.everyMs, log },
  )

/**
 * Checks the records that are due.
 * @returns how many
 */
export const checkDueDomains = (service: Service, stopped?: AbortSignal): Promise<number> => {
  const { claim, postpone } = service.storage.mailDomains
  const queue: Queue<ClaimedDomain> = {
    atOnce: rule.atOnce,
    claim,
    work: (claimed) => lookAgain(service, claimed),
    postpone: ({ id }, until) => postpone(id, until),
    named: ({ organisationId, domain }) => ({ organisation: organisationId, domain }),
    failed: 'the record of a mail domain could not be looked up, will retry',
  }
  return workOff(service, queue, stopped)
}

const lookAgain = async (service: Service, { organisationId, domain: name }: ClaimedDomain): Promise<boolean> => {
  const domain = await service.storage.mailDomains.find(organisationId, name)
  if (!domain) return false
  const { state } = await lookAt(service.deployment, domain)
  return keepSeen(service, { organisationId, name, token: domain.token, state })
}

interface SeenAgain {
  organisationId: string
  name: string
  /** The token that the record was compared with. */
  token: string
  state: RecordState
}

/** Stores the result of an automatic check of a proven domain. False when the domain has changed meanwhile. */
export const keepSeen = inTransaction<SeenAgain, boolean>(async (stores, { organisationId, name, token, state }) => {
  const organisation = await stores.organisations.lock(organisationId)
  const domain = await stores.mailDomains.find(organisationId, name)
  if (!organisation || domain?.token !== token || domain.provenSince === null) return false
  return keepState(stores, { organisation, domain, state, by: nobody, from: nowhere })
})
