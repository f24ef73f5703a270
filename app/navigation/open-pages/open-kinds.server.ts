import { addressKinds } from '../../../contract/terms/fields'
import { isAbsent } from '../../runtime/absent-calls.server'
import { clientOfNobody } from '../../runtime/upstream.server'
import type { OpenKinds } from './open-pages'

/** The last answer of the account API. An old one is used while a newer one is on its way, so that no page waits for it. */
export const openKindsMemory = {
  maxAgeMs: 60_000,
  /** Until another try, where the account API gave no answer. */
  retryMs: 5000,
  known: undefined as { kinds: OpenKinds; until: number } | undefined,
}

let asking: Promise<OpenKinds> | undefined

/** The kinds of address that codes are sent to here. All of them, until the account API has told. */
export const openKinds = async (): Promise<OpenKinds> => {
  const { known } = openKindsMemory
  if (known && known.until > performance.now()) return known.kinds
  asking ??= ask().finally(() => {
    asking = undefined
  })
  return known?.kinds ?? asking
}

const ask = async (): Promise<OpenKinds> => {
  const { maxAgeMs, retryMs, known } = openKindsMemory
  const answer = isAbsent('listCodeChannels')
    ? undefined
    : await clientOfNobody('open pages')
        .listCodeChannels({})
        .catch(() => undefined)
  const kinds = answer?.ok ? answer.data.channels : (known?.kinds ?? addressKinds)
  openKindsMemory.known = { kinds, until: performance.now() + (answer ? maxAgeMs : retryMs) }
  return kinds
}
