import { makeCounted, type NotMade } from '#account-api/accounts/pictures/picture'
import { inTransaction, type Service, type Transaction } from '#account-api/applications/service'
import { newToken } from '#account-api/kernel/random'
import type { NotActing } from '#account-api/organisations/organisation/acting'
import type { ClientChange } from './client-record'
import { clientIconSize } from './client-rule'
import { type Changed, lockOwnClient, type NoClient, type OwnClient, recordClientAct } from './organisation-clients'

/**
 * Sets the picture of an organisation's client, and erases the previous one. The operator has not reviewed the new one.
 */
export const replaceClientIcon = async (
  service: Service,
  { upload, ...of }: OwnClient & { upload: Uint8Array },
): Promise<Changed | NotMade> => {
  const known = await service.storage.openClients.find(of.key)
  if (known?.organisationId !== of.acting.organisation.id) return { ok: false, code: 'no_client_of_subject' }
  const { accountId } = of.acting.member
  const made = await makeCounted(service, { accountId, upload, size: clientIconSize })
  return made.ok ? keep(service, { ...of, base64: made.base64 }) : made
}

export const removeClientIcon = (service: Service, of: OwnClient): Promise<Changed> =>
  keep(service, { ...of, base64: null })

/**
 * Replaces or removes the picture of a client, and makes another change of the client with it.
 * @param base64 the new picture; null: none
 * @returns the key of the new picture; undefined: the client does not exist
 */
export const putIcon = async (
  { deployment, openClients }: Transaction,
  { key, base64 }: { key: string; base64: string | null },
  more: ClientChange = {},
): Promise<{ icon: string | null } | undefined> => {
  const icon = base64 === null ? null : { key: newToken(128), base64, at: deployment.now() }
  const shown = { icon: icon?.key ?? null }
  // The change comes first, because it locks the client, which has only one picture.
  if (!(await openClients.change(key, { ...more, ...shown }))) return undefined
  await openClients.setIcon(key, icon)
  return shown
}

const keep = inTransaction<
  OwnClient & { base64: string | null },
  { ok: true; client: never } | Changed | NotActing | NoClient
>(async (stores, { base64, ...of }) => {
  const found = await lockOwnClient(stores, of)
  if (!found.ok) return found
  const { acting, client } = found
  if (base64 === null && client.icon === null) return { ok: true, client }
  const isVerified = client.isVerified && base64 === null
  const shown = await putIcon(stores, { key: client.id, base64 }, { isVerified })
  await recordClientAct(stores, { kind: 'client_icon_changed', of: { ...of, acting }, client })
  return { ok: true, client: { ...client, ...shown, isVerified } }
})
