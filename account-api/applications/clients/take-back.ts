import type { Transaction } from '#account-api/applications/service'
import type { From } from '#account-api/kernel/from'
import { recordInOrganisation } from '#account-api/organisations/organisation/log/log'
import { takeBackGiven as takeBackInOrganisations } from '#account-api/organisations/taking-back/given'
import type { OrganisationAct } from '#contract/organisations/organisation-acts'
import { newSecret } from './secret'

/** More than a person has memberships, or an organisation applications. */
const most = { places: 100, clients: 100 }

/** The acts by which a person gains what others prove to an application. */
const taking = ['client_registered', 'client_updated', 'client_secret_rotated'] as const satisfies OrganisationAct[]

/**
 * Takes back what an account gave in organisations since a time: what members do there, and the applications that it
 * registered, redirected, or knows the secret of. These are disabled, and a known secret is replaced by one that nobody
 * has. The account has to be locked.
 */
export const takeBackGiven = async (
  stores: Transaction,
  { accountId, since, from }: { accountId: string; since: number; from: From },
): Promise<void> => {
  await takeBackInOrganisations(stores, { accountId, since, from })
  for (const { organisation, member } of await stores.members.ofAccount(accountId, {
    offset: 0,
    limit: most.places,
  })) {
    const range = { from: since, to: stores.deployment.now() + 1, limit: most.clients }
    const entries = await Promise.all(
      taking.map((kind) => stores.organisationLog.list(organisation.id, { ...range, kind, actor: member.publicId })),
    )
    const taken = entries
      .flat()
      .filter(({ kind, after }) => kind !== 'client_updated' || after?.redirect_uris || after?.service_scopes)
    for (const { kind, target, targetName } of taken) {
      const client = await stores.openClients.find(target)
      if (client && kind === 'client_secret_rotated')
        await stores.openClients.change(client.id, { secretHash: newSecret().hash, previousSecret: null })
      if (!client || client.disabledAt !== null) continue
      await stores.openClients.change(client.id, { disabledAt: stores.deployment.now(), isDisabledByOwner: true })
      const acting = { organisation, member }
      const entry = { kind: 'client_disabled', acting, target: { publicId: target, name: targetName }, from } as const
      await recordInOrganisation(stores, entry)
    }
  }
}
