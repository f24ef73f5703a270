import { pino } from 'pino'
import { createApi } from '#account-api/calls/api'
import type { ApiOptions } from '#account-api/calls/api-options'
import type { Service } from '#account-api/operator/service'
import { application, type World } from '#tests/account-api/worlds/world'

/** Another account API on a world’s data. It logs nothing unless it gets a log. */
export const furtherApi = (
  world: { service: Service; storage: Pick<World['storage'], 'probe'> },
  options: Partial<ApiOptions> = {},
) =>
  createApi({
    service: world.service,
    application: { aid: application.aid, keys: [application.key] },
    log: pino({ level: 'silent' }),
    probe: world.storage.probe,
    readableOutbox: false,
    signatureClock: Date.now,
    ...options,
  })
