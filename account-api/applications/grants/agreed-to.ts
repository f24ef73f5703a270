import { z } from 'zod'
import type { OwnedClient } from '#account-api/applications/clients/client-record'
import type { ChangedSince } from '#contract/applications/open-fields'

/** The facts about a client on the consent page when a person agreed. */
const agreedTo = z.object({
  name: z.string(),
  /** The name of its organisation. Null: it belongs to the operator. */
  owner: z.string().nullable(),
  /** Where its answers may be sent: origins, and the schemes of apps. */
  places: z.array(z.string()),
})

export type AgreedTo = z.infer<typeof agreedTo>

/** The origin of an address, or the scheme of an app, such as `com.example.app:/`. */
export const placeOf = (url: string): string => {
  const { origin, protocol } = new URL(url)
  return origin === 'null' ? `${protocol}/` : origin
}

type Shown = Pick<OwnedClient, 'name' | 'redirectUris' | 'owner'>

export const agreedToNow = ({ name, redirectUris, owner }: Shown): AgreedTo => ({
  name,
  owner: owner?.name ?? null,
  places: [...new Set(redirectUris.map(placeOf))],
})

export const agreedToColumn = (agreed: AgreedTo | null): string | null => agreed && JSON.stringify(agreed)

export const agreedToIn = (column: string | null): AgreedTo | null =>
  column === null ? null : (agreedTo.safeParse(JSON.parse(column)).data ?? null)

interface Asking {
  client: Shown
  /** The address that this request returns to. Undefined: no browser, for example for a device. */
  redirectUri: string | undefined
}

/**
 * How a client differs from what a person agreed to: in its name, its organisation, or where the answer is sent. Its
 * picture and the address after a sign-out are ignored, because they get no data of the person. `was`: what the person
 * agreed to.
 */
export const changedSince = (before: AgreedTo | null | undefined, { client, redirectUri }: Asking): ChangedSince[] => {
  if (!before) return []
  const now = agreedToNow(client)
  const isElsewhere = redirectUri !== undefined && !before.places.includes(placeOf(redirectUri))
  return [
    ...(before.name === now.name ? [] : [{ what: 'name' as const, was: before.name }]),
    ...(before.owner === now.owner ? [] : [{ what: 'owner' as const, was: before.owner }]),
    ...(isElsewhere ? [{ what: 'place' as const, was: before.places.join(', ') }] : []),
  ]
}
