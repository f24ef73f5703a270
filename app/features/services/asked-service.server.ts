import type { VouchedUrl } from '#contract/terms/vouched-url'
import { requireData } from '~/navigation/guards/guards.server'
import { api } from '~/runtime/api.server'
import type { Args } from '~/runtime/load-context'

/** A service that is registered, as the account API answers it. */
export interface AskedService {
  name: string
  url: VouchedUrl
  mayGateway: boolean
}

export const serviceIn = ({ url }: Request): string => new URL(url).searchParams.get('service') ?? ''

/** The service in a request's `?service=`; undefined if none is registered with exactly this address. */
export const askedService = async (args: Args): Promise<AskedService | undefined> => {
  const named = serviceIn(args.request)
  if (named === '' || named.length > 4096) return undefined
  const client = await api(args)
  const answer = await client.registeredService({ service: named })
  if (!answer.ok && (answer.code === 'no_such_service' || answer.code === 'invalid_input')) return undefined
  const { name, url, may_gateway } = await requireData(args, answer)
  return { name, url, mayGateway: may_gateway }
}
