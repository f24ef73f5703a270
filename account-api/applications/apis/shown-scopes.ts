import type { Stores } from '#account-api/applications/service'
import { type AskedScope, isApiScope, isSensitive, partsOf } from '#contract/applications/open-scopes'
import type { OpenApi } from './api-store'

/** Scopes as pages show them, with the words of those of APIs. */
export const shownScopes = async ({ apis }: Pick<Stores, 'apis'>, scopes: readonly AskedScope[]) => {
  const known = scopes.some(isApiScope) ? await apis.list() : []
  return scopes.map((scope) => ({
    scope,
    is_sensitive: isSensitive(scope),
    api: isApiScope(scope) ? wordsOf(known, partsOf(scope)) : null,
  }))
}

/** The words for a scope. One that its API has no more is shown by its name. */
const wordsOf = (known: readonly OpenApi[], { api: id, name }: ReturnType<typeof partsOf>) => {
  const api = known.find((each) => each.id === id)
  return { name: api?.name ?? id, words: api?.scopes[name] ?? { en: name, 'zh-Hans': name } }
}
