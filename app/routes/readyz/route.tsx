import { reply } from '~/framework'
import { tryAccountApi } from '~/runtime/account-api-probe.server'

// Under our own server, that answers this.
export const loader = async () => {
  const notReady = await tryAccountApi()
  return reply({ status: notReady ?? 'ready' }, { status: notReady === undefined ? 200 : 503 })
}
