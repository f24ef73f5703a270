import { Fragment, type ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { OperatorCallName } from '#contract/operator/operator-calls'
import type { FlashName } from '~/navigation/flash-names'
import { BackLink } from '~/ui/back-link'
import { FlashMessage } from '~/ui/flash-message'
import { actText } from './act-text'
import { useMay } from './use-may'

/** The page of an act. It is shown to operators who may make its call. */
interface ActLink {
  path: string
  call: OperatorCallName
  /** True when it ends or removes something: the text of its button says what, and its title asks. */
  isDanger?: boolean
}

interface DeskListProps {
  /** Message keys: the title, the caption of the list, and the text for an empty one. */
  title: string
  lead: string
  none: string
  notice: FlashName | null
  /** The page that adds one. */
  add?: ActLink | undefined
  /** The page above, with a message key. */
  back?: { path: string; text: string }
  /** More, below the list. */
  after?: ReactElement | false
  children: ReactElement[]
}

/** A page of the desk with a list. */
export const DeskList = ({ title, lead, none, notice, add, back, after, children }: DeskListProps) => {
  const { t } = useTranslation()
  const may = useMay()
  const isEmpty = children.length === 0
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
      {!isEmpty && <ul className="rows">{children}</ul>}
      {after}
      {back && <BackLink {...back} />}
    </>
  )
}

interface DeskRowProps {
  name?: string
  /** The page of it. */
  path?: string
  /** The facts about it. */
  children: ReactElement
  /** What can be done with it. */
  links?: readonly ActLink[]
}

/** An entry of a list: its name, facts, and the possible acts. */
export const DeskRow = ({ name, path, children, links = [] }: DeskRowProps) => {
  const { t } = useTranslation()
  const may = useMay()
  const open = links.filter(({ call }) => may(call))
  const shown = <bdi>{name}</bdi>
  const linked = path === undefined ? shown : <a href={path}>{shown}</a>
  return (
    <li>
      {/* A row with one link can be pressed as a whole. */}
      {name !== undefined && (path !== undefined && links.length === 0 ? linked : <strong>{linked}</strong>)}
      {children}
      {open.length > 0 && (
        <p className="row-acts">
          {open.map(({ path: page, call, isDanger = false }) => (
            <Fragment key={page}>
              <a className="button quiet small" href={page}>
                {t(actText({ call, isDanger }))}
              </a>{' '}
            </Fragment>
          ))}
        </p>
      )}
    </li>
  )
}
