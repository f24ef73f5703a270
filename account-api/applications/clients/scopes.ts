import { isOpenScope, type OpenScope } from '#contract/applications/open-scopes'

/** The scopes in a text separated by spaces. Other names are left out. */
export const scopesIn = (names: string): OpenScope[] => [...new Set(names.split(' '))].filter(isOpenScope)
