import { deskData } from '~/features/desk/desk-data.server'
import { problem } from '~/navigation/problem'
import type { Args } from '~/runtime/load-context'
import type { AnyKind } from './kind'
import { kindAt } from './kinds'

/** The kind in the page's URL, or the 404 page. */
export const requireKind = ({ params }: Pick<Args, 'params'>): AnyKind => {
  const found = kindAt(params)
  if (!found) throw problem('not_found')
  return found
}

const lists: Record<string, (args: Args) => Promise<{ name: string }[]>> = {
  services: async (args) => (await deskData(args, 'listServices', {})).services,
  sites: async (args) => (await deskData(args, 'listSites', {})).sites,
  'web-apps': async (args) => (await deskData(args, 'listApplications', {})).applications,
}

/** All registered objects of the kind in the page's URL. */
export const registeredIn = async (args: Args): Promise<{ name: string }[]> => {
  requireKind(args)
  return (await lists[args.params.kind ?? '']?.(args)) ?? []
}
