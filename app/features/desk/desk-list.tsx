import { Fragment, type ReactElement, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { OperatorCallName } from '#contract/operator/operator-calls'
import { unbroken } from '~/i18n/texts'
import type { FlashName } from '~/navigation/flash/flash-names'
import { BackLink } from '~/ui/back-link'
import { type Column, DataTable } from '~/ui/data-table'
import { FlashMessage } from '~/ui/flash-message'
import type { Facts } from '~/ui/summary-list'
import { actText } from './act-text'
import { useMay } from './use-may'

/** The page of an act. It is shown to operators who may make its call. */
interface ActLink {
  path: string
  call: OperatorCallName
  /** True when it ends or removes something: its title asks, and its button names the effect. */
  isDanger?: boolean
}

/** An entry of a list: its name and its page, the facts about it, and its acts. */
interface DeskRow {
  id: string
  /** Without a name, the first fact names it. */
  name?: string
  path?: string | undefined
  facts: Facts
  links?: readonly ActLink[]
}

interface DeskListProps {
  /** Message keys: the title, the caption of the list, and the text for an empty one. */
  title: string
  lead: string
  none: string
  notice: FlashName | null
  add?: ActLink | undefined
  /** The page above, with a message key. */
  back?: { path: string; text: string }
  /** More, below the list. */
  after?: ReactElement | false
  rows: readonly DeskRow[]
}

/** A page of the desk with a list: a table if the screen has room, otherwise a card for each. */
export const DeskList = ({ title, lead, none, notice, add, back, after, rows }: DeskListProps) => {
  const { t } = useTranslation()
  const may = useMay()
  const isEmpty = rows.length === 0
  return (
    <>
      <h1>{t(title)}</h1>
      <FlashMessage notice={notice} />
      <p>{t(isEmpty ? none : lead)}</p>
      {add && may(add.call) && (
        <p>
          <a className="button" href={add.path}>
            {t(`act.${add.call}.title`)}
          </a>
        </p>
      )}
      {!isEmpty && <DataTable things={rows} keyOf={({ id }) => id} columns={columnsOf(rows, may)} />}
      {after}
      {back && <BackLink {...back} />}
    </>
  )
}

type Fact = Facts[string]

const isCopied = (fact: Fact | undefined): fact is Extract<Fact, { copied: string }> =>
  typeof fact === 'object' && 'copied' in fact

/** How many facts get a column. More columns would break words at 1,280 pixels. */
const mostColumns = 3

/** A column for each of the first facts, between name and acts. The other facts are below the name. */
const columnsOf = (rows: readonly DeskRow[], may: ReturnType<typeof useMay>): Column<DeskRow>[] => {
  const terms = [...new Set(rows.flatMap(({ facts }) => Object.keys(facts)))]
  const isNamed = rows.some(({ name }) => name !== undefined)
  const [first = ''] = isNamed ? [] : terms
  const read = terms.filter((term) => term !== first && rows.some(({ facts }) => facts[term] && !isCopied(facts[term])))
  const columns = read.slice(0, mostColumns)
  return [
    {
      heading: isNamed ? 'desk.name_of' : first,
      isLabelled: !isNamed,
      cell: (row) => <NameCell row={row} first={first} columns={columns} />,
    },
    ...columns.map((term) => ({
      heading: term,
      isLabelled: true,
      cell: ({ facts }: DeskRow) => !isCopied(facts[term]) && facts[term] && <FactText fact={facts[term]} />,
    })),
    { heading: 'desk.acts', cell: (row) => row.links?.some(({ call }) => may(call)) && <Acts {...row} /> },
  ]
}

interface NameCellProps {
  row: DeskRow
  /** The names of facts that the row shows elsewhere. */
  first: string
  columns: readonly string[]
}

const NameCell = ({ row: { name, path, facts }, first, columns }: NameCellProps) => {
  const { t } = useTranslation()
  const shown = <bdi>{name}</bdi>
  const linked = path === undefined ? shown : <a href={path}>{shown}</a>
  const others = Object.entries(facts).filter(
    ([term, fact]) => term !== first && (isCopied(fact) ? fact.copied !== '' : fact !== '' && !columns.includes(term)),
  )
  return (
    <>
      {name !== undefined ? linked : facts[first] && <FactText fact={facts[first]} />}
      {others.map(([term, fact]) => (
        <p key={term}>
          {t(term)} <FactText fact={fact} />
        </p>
      ))}
    </>
  )
}

/** A part of a text. A day, a time or a mobile number in it is not broken: its spaces are no-break spaces. */
const wholeDay = (part: string, nth: number): ReactNode =>
  /^(\d|\+|at\u00A0)/.test(part) && part.includes('\u00A0') && part.length < 20 ? (
    <Fragment key={nth}>
      <span className="short">{part.trimEnd()}</span>{' '}
    </Fragment>
  ) : (
    part
  )

const FactText = ({ fact }: { fact: Fact }) => {
  const { t } = useTranslation()
  if (typeof fact === 'string')
    return (
      <bdi>
        {unbroken(fact)
          .split(/(?<= )/)
          .map(wholeDay)}
      </bdi>
    )
  if ('copied' in fact) return <code>{fact.copied}</code>
  return (
    <>
      {fact.value} <a href={fact.path}>{t(fact.link)}</a>
    </>
  )
}

/** Links to the acts of an operator on one entry of a list. */
const Acts = ({ name, links = [] }: DeskRow) => {
  const { t } = useTranslation()
  const may = useMay()
  const open = links.filter(({ call }) => may(call))
  return (
    <div className="row-acts">
      {open.map(({ path, call, isDanger = false }) => (
        <Fragment key={path}>
          <a className="button quiet small" href={path}>
            {t(actText({ call, isDanger }))}
            {name !== undefined && <span className="unseen"> {name}</span>}
          </a>{' '}
        </Fragment>
      ))}
    </div>
  )
}
