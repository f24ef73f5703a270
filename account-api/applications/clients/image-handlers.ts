import { findPicture } from '#account-api/accounts/pictures/picture'
import type { Handling } from '#account-api/applications/call-context'
import { done, refuse } from '#contract/server'

export const imageHandlers = {
  image: async ({ key }, { service }) => {
    const found = await findPicture(service, key)
    if (found) return done({ media_type: found.mediaType, bytes: found.bytes })
    const { openClients, organisations } = service.storage
    const icon = (await openClients.findIcon(key)) ?? (await organisations.findLogo(key))
    if (icon === undefined) return refuse('no_such_picture', {})
    return done({ media_type: 'image/jpeg', bytes: Buffer.from(icon, 'base64') })
  },
} satisfies Handling
