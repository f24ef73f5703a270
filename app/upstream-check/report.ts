import type { PathMap } from '#contract/wire/path-map'
import { type Judged, lineOf } from './judge'
import type { Found, Probed } from './probe'
import type { Proposed } from './seen'

const listed = (label: string, names: readonly string[]): string[] =>
  names.length > 0 ? [`${label}: ${names.join(', ')}`] : []

/** Rows of columns, each as wide as its widest cell. */
const table = (rows: readonly (readonly string[])[]): string[] => {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

const notesOf = ({ lacking, missing, unknown }: Probed): string =>
  [...listed('lacks', lacking), ...listed('missing', missing), ...listed('unknown', unknown)].join('; ')

/** The report of the command, in plain text. */
export const reportOf = (found: Found, { flows, closedPages, ledOn }: Judged, proposed: Proposed): string => {
  const { cookies, headers } = found.seen
  const calls = [...found.calls].filter(({ state }) => state !== 'absent')
  const ofState = (state: string) => flows.filter((flow) => flow.state === state)
  const absent = found.calls.length - calls.length
  return [
    'Calls',
    ...table([['call', 'state', 'fields'], ...calls.map((each) => [each.call, each.state, notesOf(each)])]),
    ...(absent > 0 ? [`${absent} more are null in the path map.`] : []),
    '',
    `Cookies seen: ${[...cookies].map(([name, { bySignIn }]) => (bySignIn ? `${name} (by the sign-in)` : name)).join(', ') || 'none'}`,
    `Headers seen: ${[...headers].join(', ') || 'none'}`,
    ...Object.entries(proposed).map(([name, value]) => `Set ${name}=${value}`),
    '',
    'Flows of the specification',
    ...table([
      ['state', 'flow', 'missing calls', 'own pages'],
      ...flows.map(({ name, state, lacks, pages }) => [
        state,
        name,
        lacks.join(', '),
        pages.join(' ').replaceAll('$', ''),
      ]),
    ]),
    '',
    `Closed pages: ${closedPages.join(' ') || 'none'}`,
    ...ledOn.map(
      ([page, instead]) => `${page} ${instead === undefined ? 'says that it is not offered' : `leads to ${instead}`}`,
    ),
    '',
    `${ofState('open').length} flows are open, ${ofState('reduced').length} reduced, ${ofState('closed').length} closed.`,
    ...ofState('closed').map((flow) => `Closed: ${lineOf(flow)}`),
  ].join('\n')
}

/** The path map with null for each call that was not found. */
export const proposedMap = (paths: PathMap | undefined, { calls }: Found): PathMap => ({
  ...paths,
  ...Object.fromEntries(calls.filter(({ state }) => state === 'not found').map(({ call }) => [call, null])),
})
