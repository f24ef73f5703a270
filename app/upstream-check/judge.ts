import type { CallName } from '#contract/calls'
import { addressKinds } from '#contract/terms/fields'
import { type JudgedFlow, judgedFlows } from '~/navigation/open-pages/flows-of-calls'
import { standInFor } from '~/navigation/open-pages/open-pages'
import { closedWithout, isClosed, standInsOf } from '~/navigation/open-pages/pages-of-calls'
import type { Found, Probed } from './probe'

export interface Judged {
  flows: readonly JudgedFlow[]
  /** The pages that are not found. A `*` stands for one segment. */
  closedPages: readonly string[]
  /** The pages that redirect to another one, or say that this is not offered, with that page. */
  ledOn: readonly (readonly [page: string, instead: string | undefined])[]
}

/** The effect of the findings on flows and pages. A call that was not tried counts as present. */
export const judge = ({ calls }: Pick<Found, 'calls'>): Judged => {
  const gone = new Set(calls.filter(isGone).map(({ call }) => call))
  const isAbsent = (name: CallName) => gone.has(name)
  const patterns = closedWithout(isAbsent)
  const here = { kinds: addressKinds, isOpen: (path: string) => !isClosed(path, patterns) }
  const pages = [...new Set(patterns.map((pattern) => pattern.replace('$', '')))]
  return {
    flows: judgedFlows(isAbsent),
    closedPages: pages.filter((page) => !standInsOf(page)),
    ledOn: pages.filter((page) => standInsOf(page)).map((page) => [page, standInFor(page, here)]),
  }
}

const isGone = ({ state }: Probed): boolean => state === 'absent' || state === 'not found' || state === 'unreadable'

export const lineOf = ({ name, lacks, pages }: JudgedFlow): string =>
  [
    `${name}: lacks ${lacks.join(', ')}`,
    ...(pages.length > 0 ? [`closed: ${pages.join(' ').replaceAll('$', '')}`] : []),
  ].join('; ')
