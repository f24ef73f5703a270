import { type AskedScope, isApiScope, isOpenScope, type OpenScope } from '#contract/applications/open-scopes'

/** The scopes in a text separated by spaces. Unknown names are left out. */
export const scopesIn = (names: string): OpenScope[] => [...new Set(names.split(' '))].filter(isOpenScope)

/** The scopes in a space-separated text that a person has agreed to, including those of APIs. */
export const agreedScopesIn = (names: string): AskedScope[] =>
  [...new Set(names.split(' '))].filter((name) => isOpenScope(name) || isApiScope(name))
