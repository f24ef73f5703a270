import { requireData } from '~/navigation/guards/guards.server'
import { api } from '~/runtime/api.server'
import type { Args } from '~/session/visitor.server'

/** The third-party identities of the account. `pending`: the pending change of an identity, and its time. */
export const connections = async (args: Args) => {
  const client = await api(args)
  const { platforms, time_zone: timeZone } = await requireData(args, await client.bindVerifyInfo({}))
  return platforms.map(({ changes_at: at, becomes, ...binding }) => ({
    ...binding,
    timeZone,
    pending: at === null ? null : { at, becomes, timeZone },
  }))
}

/** The third-party identity of the platform that the URL names. */
export const connectedTo = async (args: Args & { params: Record<string, string | undefined> }) =>
  (await connections(args)).find(({ platform }) => platform === args.params.platform)
