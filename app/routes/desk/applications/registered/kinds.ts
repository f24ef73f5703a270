import type { AnyAct, Params } from '~/features/desk/act'
import type { AnyKind } from './kind'
import { services } from './services'
import { sites } from './sites'
import { webApps } from './web-apps'

/** The kinds of objects that an operator registers besides clients, by the part of the URL that names the kind. */
export const kinds: Readonly<Record<string, AnyKind>> = { services, sites, 'web-apps': webApps }

/** The kind that a URL names. Undefined: none. */
export const kindAt = ({ kind = '' }: Params): AnyKind | undefined =>
  Object.hasOwn(kinds, kind) ? kinds[kind] : undefined

/** The act on the page of an object. Undefined: no such page. */
export const actOfKindAt = (params: Params): AnyAct | undefined => {
  const acts = kindAt(params)?.acts ?? {}
  return Object.hasOwn(acts, params.act ?? '') ? acts[params.act ?? ''] : undefined
}
