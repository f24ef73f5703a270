import type { z } from 'zod'
import type { Calls } from '#contract/calls'
import { addressKinds, identifierKinds } from '#contract/terms/fields'
import { sayNumbers, usualNumbers } from '~/i18n/numbers'
import { isAbsent } from '~/runtime/absent-calls.server'
import { clientOfNobody } from '~/runtime/upstream.server'
import type { Announcement, Offered, OpenKinds } from './open-pages'

/** The account API's last answer. An old one is used while a newer one is requested, so no page waits for it. */
export const openKindsMemory = {
  maxAgeMs: 30_000,
  /** The time until another attempt, after no answer. */
  retryMs: 5000,
  known: undefined as { offered: Offered; until: number } | undefined,
}

let asking: Promise<Offered> | undefined

/** The values until the account API has answered, and for what its answer lacks. */
export const usualOffer: Offered = {
  kinds: addressKinds,
  identifiers: identifierKinds,
  registration: 'open',
  numbers: usualNumbers,
  announcement: null,
}

/** What the account API offers in this deployment. Texts use its numbers from then on. */
export const offered = async (): Promise<Offered> => {
  const { known } = openKindsMemory
  if (known && known.until > performance.now()) return said(known.offered)
  asking ??= ask().finally(() => {
    asking = undefined
  })
  return said(known ? known.offered : await asking)
}

const said = (now: Offered): Offered => {
  sayNumbers(now.numbers)
  return now
}

/** The kinds of address that get codes in this deployment. All kinds, until the account API has answered. */
export const openKinds = async (): Promise<OpenKinds> => (await offered()).kinds

/** The operator's announcement on the sign-in page. */
export const announcementIn = async (language: keyof Announcement): Promise<string | null> =>
  (await offered()).announcement?.[language] ?? null

const ask = async (): Promise<Offered> => {
  const { maxAgeMs, retryMs, known } = openKindsMemory
  const answer = isAbsent('listCodeChannels')
    ? undefined
    : await clientOfNobody('open pages')
        .listCodeChannels({})
        .catch(() => undefined)
  const now = answer?.ok ? { ...usualOffer, ...offeredBy(answer.data) } : (known?.offered ?? usualOffer)
  openKindsMemory.known = { offered: now, until: performance.now() + (answer ? maxAgeMs : retryMs) }
  return now
}

const offeredBy = ({
  channels,
  registration,
  identifiers,
  numbers,
  announcement,
}: z.output<Calls['listCodeChannels']['output']>): Partial<Offered> => ({
  kinds: channels,
  announcement,
  ...(registration && { registration }),
  ...(identifiers && { identifiers }),
  ...(numbers && {
    numbers: {
      passwordLength: numbers.password_length,
      codeMinutes: numbers.code_minutes ?? usualNumbers.codeMinutes,
      proofMinutes: numbers.proof_minutes ?? usualNumbers.proofMinutes,
      restoreDays: numbers.restore_days ?? usualNumbers.restoreDays,
    },
  }),
})
