import { reply } from '~/framework'
import { tryAccountApi } from '~/runtime/account-api-probe.server'

// For the development server. In production, the web server answers this.
export const loader = async () => {
  const notReady = await tryAccountApi()
  return reply({ status: notReady ?? 'ready' }, { status: notReady === undefined ? 200 : 503 })
}
