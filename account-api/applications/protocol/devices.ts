import type Provider from 'oidc-provider'
import type { Answered, Context, DeviceCode, errors as Errors } from 'oidc-provider'
import { deviceResumePath, hashInReference } from '#account-api/applications/authorisation/device'
import { recordHash } from '#account-api/applications/grants/protocol-store'
import type { Service } from '#account-api/applications/service'
import { count } from '#account-api/kernel/limits/limits'
import { comparedPath, protocolPath } from '#contract/applications/open-paths'
import { userCodeMask } from '#contract/applications/user-code'
import { showError } from './error-answer'

/** The pages of the web app on which a person types a device's code, and on which that ends. */
export const devicePage = '/login/device'

/** How long a device has to wait between two polls. */
const intervalSeconds = 5

/** The library's routes for devices and their users. */
export const deviceRoutes = {
  code_verification: deviceResumePath,
  device_authorization: `${protocolPath}/device/auth`,
}

/** Redirects to the page that shows how a device's request has ended. */
const endAt = (context: Context, end: 'done' | 'declined' | 'over'): void => {
  context.status = 303
  context.redirect(`${devicePage}/${end}`)
}

/** The device grant, with our pages: Device Authorization Grant, RFC 8628. */
export const deviceFlow = {
  enabled: true,
  charset: 'base-20',
  mask: userCodeMask,
  successSource: async (context: Context) => endAt(context, 'done'),
  /** The library asks for a code again if an answer is denied. */
  userCodeInputSource: async (context: Context, _form: string, out?: { error: string }, error?: Error) => {
    if (out?.error === 'server_error') return showError(context, out)
    endAt(context, error?.name === 'AbortedError' ? 'declined' : 'over')
  },
}

/** The library's page for codes is replaced. The device is given the address of our page, and how often it may poll. */
export const answerDevices =
  (publicUrl: string) =>
  async (context: Answered, next: () => Promise<void>): Promise<void> => {
    if (comparedPath(context.path) === deviceResumePath) {
      context.status = 303
      return context.redirect(devicePage)
    }
    await next()
    if (context.oidc?.route !== 'device_authorization' || context.status !== 200) return
    const told = context.body as { user_code: string }
    const page = `${publicUrl}${devicePage}`
    context.body = {
      ...told,
      verification_uri: page,
      verification_uri_complete: `${page}?user_code=${told.user_code}`,
      interval: intervalSeconds,
    }
  }

/**
 * Limits how often a device polls for its tokens. The person's browser continues with a reference to the code, which no
 * device can use.
 */
export const limitQuestions = (
  { DeviceCode }: Provider,
  {
    service: { deployment, storage },
    errors,
    context,
  }: { service: Service; errors: typeof Errors; context: () => Context | undefined },
): void => {
  const find = DeviceCode.find.bind(DeviceCode)
  DeviceCode.find = async (value, options) => {
    const { route, client } = context()?.oidc ?? {}
    const isReference = hashInReference(value) !== undefined
    if (isReference !== (route !== 'token')) return undefined
    const found = await find(value, options)
    if (!found || isReference || found.clientId !== client?.clientId || !isWaiting(found)) return found
    const asked = { subject: recordHash('DeviceCode', value), at: deployment.now() }
    if (!(await count(storage, 'questionsOfADevice', asked)).within) throw new errors.SlowDown()
    return found
  }
}

const isWaiting = ({ accountId, error, isExpired }: DeviceCode): boolean =>
  accountId === undefined && error === undefined && !isExpired
