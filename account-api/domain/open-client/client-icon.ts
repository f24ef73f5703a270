import type { NotActing } from '../organisation/acting'
import { makeCounted, type NotMade } from '../picture/picture'
import { newToken } from '../random'
import { inTransaction, type Service } from '../service'
import { clientIconSize } from './client-rule'
import { type Changed, lockOwnClient, type NoClient, type OwnClient, recordClientAct } from './organisation-clients'

/** Gives an organisation's client a picture, and erases the former one. The operator has not looked at the new one. */
export const replaceClientIcon = async (
  service: Service,
  { upload, ...of }: OwnClient & { upload: Uint8Array },
): Promise<Changed | NotMade> => {
  const known = await service.storage.openClients.find(of.key)
  if (known?.organisationId !== of.acting.organisation.id) return { ok: false, code: 'no_client_of_subject' }
  const { accountId } = of.acting.identity
  const made = await makeCounted(service, { accountId, upload, size: clientIconSize })
  return made.ok ? keep(service, { ...of, base64: made.base64 }) : made
}

/** Takes the picture of an organisation's client away. */
export const removeClientIcon = (service: Service, of: OwnClient): Promise<Changed> =>
  keep(service, { ...of, base64: null })

const keep = inTransaction<
  OwnClient & { base64: string | null },
  { ok: true; client: never } | Changed | NotActing | NoClient
>(async (setting, stores, { base64, ...of }) => {
  const found = await lockOwnClient(stores, of)
  if (!found.ok) return found
  const { acting, client } = found
  if (base64 === null && client.icon === null) return { ok: true, client }
  const icon = base64 === null ? null : newToken(128)
  await stores.openClients.setIcon(
    client.id,
    icon !== null && base64 !== null ? { key: icon, base64, at: setting.now() } : null,
  )
  const change = { icon, isVerified: client.isVerified && icon === null }
  await stores.openClients.change(client.id, change)
  await recordClientAct(setting, stores, { kind: 'client_icon_changed', of: { ...of, acting }, client })
  return { ok: true, client: { ...client, ...change } }
})
