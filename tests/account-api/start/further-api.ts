import { pino } from 'pino'
import { createApi } from '#account-api/calls/api'
import type { ApiOptions } from '#account-api/calls/api-options'
import { application, type World } from '#tests/account-api/worlds/world'

/** Another account API on a world’s data. It logs nothing unless it gets a log. */
export const furtherApi = (world: World, options: Partial<ApiOptions>) =>
  createApi({
    service: world.service,
    application: { aid: application.aid, keys: [application.key] },
    log: pino({ level: 'silent' }),
    probe: world.storage.probe,
    readableOutbox: false,
    signatureClock: Date.now,
    ...options,
  })
