import { useTranslation } from 'react-i18next'
import { mayMakeNamed, type OperatorCallName } from '#contract/operator/operator-calls'
import type { OperatorScope } from '#contract/operator/operator-power'
import type { ActsByPath } from './act'
import { actText } from './act-text'

/** The names of the acts that are possible in the current state of the object. */
interface ActLinksProps {
  acts: ActsByPath
  /** The path of the object that the acts are below. */
  path: string
  scopes: readonly OperatorScope[]
  /** The acts that make no sense in the current state of the object, by path. */
  without: readonly string[]
}

/** Links to the acts on an object that an operator may do now. */
export const ActLinks = ({ acts, path, scopes, without }: ActLinksProps) => {
  const { t } = useTranslation()
  const shown = Object.entries(acts).filter(
    ([name, { call }]) => !without.includes(name) && mayMakeNamed(scopes, call as OperatorCallName),
  )
  if (shown.length === 0) return null
  return (
    <nav className="ways" aria-label={t('desk.acts')}>
      <h2>{t('desk.acts')}</h2>
      <ul className="rows">
        {shown.map(([name, one]) => (
          <li key={name}>
            <a href={`${path}/${name}`}>{t(actText(one))}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
