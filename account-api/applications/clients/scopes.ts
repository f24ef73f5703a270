import { type AskedScope, isApiScope, isOpenScope, type OpenScope } from '#contract/applications/open-scopes'

/** The scopes in a text separated by spaces. Other names are left out. */
export const scopesIn = (names: string): OpenScope[] => [...new Set(names.split(' '))].filter(isOpenScope)

/** The scopes in such a text that a person has agreed to, also those of APIs. */
export const agreedScopesIn = (names: string): AskedScope[] =>
  [...new Set(names.split(' '))].filter((name) => isOpenScope(name) || isApiScope(name))
