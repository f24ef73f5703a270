import type { CallName } from '../../contract/calls'
import { type JudgedFlow, judgedFlows } from '../navigation/open-pages/flows-of-calls'
import { closedWithout } from '../navigation/open-pages/pages-of-calls'
import type { Found, Probed } from './probe'

export interface Judged {
  flows: readonly JudgedFlow[]
  /** The patterns of the pages that are closed. */
  closedPages: readonly string[]
}

/** What becomes of flows and pages with what was found. A call that was not tried counts as there. */
export const judge = ({ calls }: Pick<Found, 'calls'>): Judged => {
  const gone = new Set(calls.filter(isGone).map(({ call }) => call))
  const isAbsent = (name: CallName) => gone.has(name)
  return { flows: judgedFlows(isAbsent), closedPages: [...new Set(closedWithout(isAbsent))] }
}

const isGone = ({ state }: Probed): boolean => state === 'absent' || state === 'not found' || state === 'unreadable'

/** A closed flow in one line. */
export const lineOf = ({ name, lacks, pages }: JudgedFlow): string =>
  [`${name}: lacks ${lacks.join(', ')}`, ...(pages.length > 0 ? [`closed: ${pages.join(' ')}`] : [])].join('; ')
