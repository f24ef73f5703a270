import type { Handling } from '#account-api/applications/call-context'
import { secondsUntil } from '#account-api/kernel/time'
import { leadsTo, shownOnWire } from '#account-api/sign-in/qr-codes/qr-handlers'
import { showQrCode } from '#account-api/sign-in/qr-codes/show'
import { done, refuse } from '#contract/server'

export const qrCodeHandlers = {
  getQrcode: async (input, { service, from }) => {
    if (input.service !== undefined && !(await service.storage.services.find(input.service)))
      return refuse('no_such_service', {})
    const shown = await showQrCode(service, { leadsTo: leadsTo(input), from })
    if (!shown.ok) return refuse('too_many_requests', { retry_after: secondsUntil(service.deployment, shown.until) })
    return done(shownOnWire(shown))
  },
} satisfies Handling
