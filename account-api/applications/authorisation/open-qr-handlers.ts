import { shownScopes } from '#account-api/applications/apis/shown-scopes'
import type { Handling, UserContext } from '#account-api/applications/call-context'
import { shownValue } from '#account-api/applications/grants/claims'
import { secondsUntil } from '#account-api/kernel/time'
import { placesOf } from '#account-api/organisations/organisation/acting'
import { askingOnWire, onWire, scanOf, shownOnWire } from '#account-api/sign-in/qr-codes/qr-handlers'
import { denyQrCode } from '#account-api/sign-in/qr-codes/scan'
import { refuseAs, refuseStaleProof } from '#account-api/verification/outcomes'
import { done, refuse } from '#contract/server'
import {
  type AskedToAnswer,
  confirmRequest,
  lookAtRequest,
  pollRequest,
  scanRequest,
  showRequest,
  takeTicket,
} from './by-qr-code'
import { askingClient } from './open-handlers'
import { namesIn } from './request'

export const openQrHandlers = {
  openQrGet: async (input, { service, from }) => {
    const shown = await showRequest(service, { ...namesIn(input), from })
    if (shown.ok) return done(shownOnWire(shown))
    if ('code' in shown) return refuseAs(shown)
    return refuse('too_many_requests', { retry_after: secondsUntil(service.deployment, shown.until) })
  },

  openQrCheck: async (input, { service, from }) => {
    const polling = { ...namesIn(input), token: input.token }
    if (input.look === 1) {
      const polled = await pollRequest(service, polling)
      return polled.ok ? done(onWire(polled)) : refuseAs(polled)
    }
    const taken = await takeTicket(service, { ...polling, from })
    return taken.ok ? done({ ...onWire(taken), auth_ticket: taken.authTicket }) : refuseAs(taken)
  },

  openQrToScan: async (input, context) =>
    asking(context, await lookAtRequest(context.service, scanOf(input, context, 'open_request'))),

  openQrScan: async (input, context) =>
    asking(context, await scanRequest(context.service, scanOf(input, context, 'open_request'))),

  openQrConfirm: async (input, context) => {
    const { service, account, session } = context
    const scan = scanOf(input, context, 'open_request')
    const decided =
      input.deny === 1
        ? await denyQrCode(service, scan)
        : await confirmRequest(service, { ...scan, matchingNumber: input.matching_number })
    if (decided.ok) return done({ done: true })
    if (decided.code === 'second_verification_required')
      return refuseStaleProof(service, { account, session }, 'service')
    return refuseAs(decided)
  },
} satisfies Handling

const asking = async (context: UserContext, asked: AskedToAnswer) => {
  if (!asked.ok) return refuseAs(asked)
  const { account, service } = context
  const { client, scopes } = asked.request
  const places = await placesOf(service.storage, account.id)
  return done({
    ...askingOnWire(context, asked.code),
    asker: await askingClient(service.storage, client),
    scopes: (await shownScopes(service.storage, scopes)).map((shown) => ({
      ...shown,
      value: shownValue(shown.scope, account, places) ?? null,
    })),
    needs_proof: asked.needsProof,
  })
}
