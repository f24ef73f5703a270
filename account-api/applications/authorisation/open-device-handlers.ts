import type { CallContext, Handling } from '#account-api/applications/call-context'
import { isVouchedFor } from '#account-api/applications/clients/client-rule'
import { findSignOut } from '#account-api/applications/grants/sign-out-request'
import { refuseAs } from '#account-api/verification/outcomes'
import { done, refuse } from '#contract/server'
import { clientAddress } from '#contract/terms/vouched-url'
import { beginDeviceRequest, declineDevice, findDevice } from './device'
import { askingClient } from './open-handlers'

export const openDeviceHandlers = {
  openDeviceInfo: async (input, context) => {
    const found = await findDevice(context.service, typedIn(input, context))
    if (!found.ok) return refuseAs(found)
    const { client, expiresAt } = found
    return done({
      client: await askingClient(context.service.storage, client),
      person: await personIn(context),
      expires_at: isoTime(expiresAt),
    })
  },

  openDeviceBegin: async (input, context) => {
    const typed = typedIn(input, context)
    if (input.deny === 1) {
      const declined = await declineDevice(context.service, typed)
      return declined.ok ? done({ request: null }) : refuseAs(declined)
    }
    const begun = await beginDeviceRequest(context.service, typed)
    if (!begun.ok) return refuseAs(begun)
    const { uid, browserKey, resumeKey, resumePath, expiresAt } = begun
    return done({
      request: {
        request_uid: uid,
        browser_key: browserKey,
        resume_key: resumeKey,
        resume_path: resumePath,
        expires_at: isoTime(expiresAt),
      },
    })
  },

  openSignOutInfo: async (input, context) => {
    const found = await findSignOut(context.service, input.request_uid)
    if (!found) return refuse('no_such_sign_out', {})
    const { client, accountId, returnsTo } = found
    const { session } = context
    return done({
      client: await askingClient(context.service.storage, client),
      person: await personIn(context),
      is_for_other: session !== undefined && accountId !== null && accountId !== session.accountId,
      returns_to: returnsTo === null ? null : clientAddress.parse(returnsTo),
      asks_before_leaving: !isVouchedFor(client),
    })
  },
} satisfies Handling

const typedIn = ({ user_code: userCode }: { user_code: string }, { session, clientAddress }: CallContext) => ({
  userCode,
  session,
  clientAddress,
})

const personIn = async ({ service: { storage }, session }: CallContext): Promise<{ username: string } | null> => {
  const account = session && (await storage.accounts.profile(session.accountId))
  return account ? { username: account.username } : null
}

const isoTime = (at: number): string => new Date(at).toISOString()
