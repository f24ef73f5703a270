import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

export interface Column<Thing> {
  /** A message key. */
  heading: string
  cell: (thing: Thing) => ReactNode
  /** A day or a number, which is not broken. */
  isShort?: boolean
  /** True if a small screen, which shows no headings, shows this one before the value. */
  isLabelled?: boolean
  /** The link of its heading, which sorts the list by it, and the current order if the list is sorted by it. */
  sort?: { path: string; order: 'ascending' | 'descending' | undefined } | undefined
}

/** The tick boxes of a table in a form. */
export interface Ticks<Thing> {
  /** The name of the boxes in the form. */
  name: string
  /** The value of the box of a row. Undefined: no box. */
  valueOf: (thing: Thing) => string | undefined
  /** The label of a box, for people who do not see its row. */
  labelOf: (thing: Thing) => string
  /** The link that ticks all boxes, or none. */
  all: { path: string; text: string; isTicked: boolean }
}

interface DataTableProps<Thing> {
  things: readonly Thing[]
  keyOf: (thing: Thing) => string | number
  /** The first column names the row. A column that is empty in all rows is left out. */
  columns: readonly Column<Thing>[]
  ticks?: Ticks<Thing> | undefined | false
}

const isEmpty = (cell: ReactNode): boolean => cell === null || cell === undefined || cell === false || cell === ''

/** A list as a table. On a small screen each row is an entry of a list. */
export function DataTable<Thing>({ things, keyOf, columns, ticks }: DataTableProps<Thing>) {
  const { t } = useTranslation()
  const filled = columns
    .map((column) => ({
      ...column,
      cells: things.map(column.cell),
      labelled: column.isLabelled && { 'data-label': t('layout.labelled', { label: t(column.heading) }) },
    }))
    .filter(({ cells }) => !cells.every(isEmpty))
  const boxes = ticks && things.some((thing) => ticks.valueOf(thing) !== undefined) ? ticks : undefined
  return (
    <table className="data">
      <thead>
        <tr>
          {boxes && (
            <th scope="col" className="tick">
              <a href={boxes.all.path}>{t(boxes.all.text)}</a>
            </th>
          )}
          {filled.map((column) => (
            <Heading key={column.heading} {...column} />
          ))}
        </tr>
      </thead>
      <tbody>
        {things.map((thing, nth) => (
          <tr key={keyOf(thing)}>
            {boxes && <TickCell thing={thing} ticks={boxes} />}
            {filled.map(({ heading, cells, isShort, labelled }, column) =>
              column === 0 ? (
                <th key={heading} scope="row" {...labelled}>
                  {cells[nth]}
                </th>
              ) : (
                <td key={heading} {...(isShort && { className: 'short' })} {...(!isEmpty(cells[nth]) && labelled)}>
                  {cells[nth]}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Heading = ({ heading, sort }: Pick<Column<never>, 'heading' | 'sort'>) => {
  const { t } = useTranslation()
  if (!sort)
    return (
      <th scope="col" className="plain">
        {t(heading)}
      </th>
    )
  return (
    <th scope="col" {...(sort.order && { 'aria-sort': sort.order })}>
      <a href={sort.path}>
        {t(heading)}
        {sort.order && <span aria-hidden="true"> {sort.order === 'descending' ? '↓' : '↑'}</span>}
      </a>
    </th>
  )
}

function TickCell<Thing>({ thing, ticks }: { thing: Thing; ticks: Ticks<Thing> }) {
  const value = ticks.valueOf(thing)
  return (
    <td className="tick">
      {value !== undefined && (
        <label>
          <input type="checkbox" name={ticks.name} value={value} defaultChecked={ticks.all.isTicked} />
          <span className="unseen"> {ticks.labelOf(thing)}</span>
        </label>
      )}
    </td>
  )
}
