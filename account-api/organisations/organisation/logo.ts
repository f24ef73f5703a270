import { pictureRule } from '#account-api/accounts/pictures/kinds'
import { makeCounted, type NotMade } from '#account-api/accounts/pictures/picture'
import type { From } from '#account-api/kernel/from'
import { newToken } from '#account-api/kernel/random'
import type { Acting } from '#account-api/organisations/records/member-record'
import { inTransaction, type Service } from '#account-api/organisations/service'
import { lockActing, type NotActing } from './acting'
import { recordInOrganisation } from './log/log'

/** Where a logo is changed, and by whom. */
interface Changing {
  acting: Acting
  from: From
}

type Changed = { ok: true; logo: string | null } | NotActing

/** Sets the logo of an organisation, made like an avatar, and erases the former one. */
export const replaceLogo = async (
  service: Service,
  { upload, ...changing }: Changing & { upload: Uint8Array },
): Promise<Changed | NotMade> => {
  const { accountId } = changing.acting.member
  const made = await makeCounted(service, { accountId, upload, size: pictureRule.avatar })
  return made.ok ? keep(service, { ...changing, base64: made.base64 }) : made
}

export const removeLogo = (service: Service, changing: Changing): Promise<Changed> =>
  keep(service, { ...changing, base64: null })

const keep = inTransaction<Changing & { base64: string | null }, Changed>(
  async (stores, { acting: asked, from, base64 }) => {
    const locked = await lockActing(stores, asked, 'organisation.update')
    if (!locked.ok) return locked
    const { acting } = locked
    const { organisation } = acting
    if (base64 === null && organisation.logo === null) return { ok: true, logo: null }
    const logo = base64 === null ? null : newToken(128)
    const picture = logo === null || base64 === null ? null : { key: logo, base64, at: stores.deployment.now() }
    await stores.organisations.setLogo(organisation.id, picture)
    await recordInOrganisation(stores, { kind: 'organisation_logo_changed', acting, from })
    return { ok: true, logo }
  },
)
