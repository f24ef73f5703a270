import { done, refuse } from '../../../contract/server'
import { secondsUntil } from '../../kernel/time'
import { leadsTo, shownOnWire } from '../../sign-in/qr-codes/qr-handlers'
import { showQrCode } from '../../sign-in/qr-codes/show'
import type { Handling } from '../call-context'

export const qrCodeHandlers = {
  getQrcode: async (input, { service, from }) => {
    if (input.service !== undefined && !(await service.storage.services.find(input.service)))
      return refuse('no_such_service', {})
    const shown = await showQrCode(service, { leadsTo: leadsTo(input), from })
    if (!shown.ok) return refuse('too_many_requests', { retry_after: secondsUntil(service.setting, shown.until) })
    return done(shownOnWire(shown))
  },
} satisfies Handling
