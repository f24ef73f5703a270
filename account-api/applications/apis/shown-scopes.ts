import type { Stores } from '#account-api/applications/service'
import { type AskedScope, isApiScope, isSensitive, partsOf } from '#contract/applications/open-scopes'
import type { OpenApi } from './api-store'

/** The scopes of a request, with texts for pages. */
export const shownScopes = async ({ apis }: Pick<Stores, 'apis'>, scopes: readonly AskedScope[]) => {
  const known = scopes.some(isApiScope) ? await apis.list() : []
  return scopes.map((scope) => ({
    scope,
    is_sensitive: isSensitive(scope),
    api: isApiScope(scope) ? wordsOf(known, partsOf(scope)) : null,
  }))
}

/** The texts of a scope. A scope that its API no longer has is shown by its name. */
const wordsOf = (known: readonly OpenApi[], { api: id, name }: ReturnType<typeof partsOf>) => {
  const api = known.find((each) => each.id === id)
  return { name: api?.name ?? id, words: api?.scopes[name] ?? { en: name, 'zh-Hans': name } }
}
