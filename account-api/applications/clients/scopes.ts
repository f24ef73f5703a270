import { isOpenScope, type OpenScope } from '#contract/applications/open-scopes'

/** The scopes in a text with spaces between them. Other names are left out. */
export const scopesIn = (names: string): OpenScope[] => [...new Set(names.split(' '))].filter(isOpenScope)
