import type { Stores } from '#account-api/applications/service'
import { type AskedScope, isApiScope, isOpenScope, partsOf } from '#contract/applications/open-scopes'

/** Scopes as the library has them in a grant: those of this site, and those of each API by its identifier. */
export const inGrant = async ({ apis }: Pick<Stores, 'apis'>, scopes: readonly AskedScope[]) => {
  const ofApis = scopes.filter(isApiScope).map(partsOf)
  const known = ofApis.length === 0 ? [] : await apis.list()
  const resources = known.map(({ id, identifier }) => {
    const names = ofApis.filter(({ api }) => api === id).map(({ name }) => name)
    return [identifier, names.join(' ')] as const
  })
  return { openid: { scope: scopes.filter(isOpenScope).join(' ') }, resources: Object.fromEntries(resources) }
}
