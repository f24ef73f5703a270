import { useTranslation } from 'react-i18next'
import { mayMakeNamed, type OperatorCallName } from '#contract/operator/operator-calls'
import type { OperatorScope } from '#contract/operator/operator-power'
import { useLocation } from '~/framework'
import type { DeskVisitor } from '~/runtime/load-context'
import { FormToken } from '~/session/form-token'
import { Button } from '~/ui/button'

/** A part of the desk: its first page, and the call that the page makes. */
interface DeskArea {
  path: string
  /** A message key. */
  text: string
  call: OperatorCallName
}

const areas: readonly DeskArea[] = [
  { path: '/desk/people', text: 'desk.areas.people', call: 'showUser' },
  { path: '/desk/names', text: 'desk.areas.names', call: 'listNames' },
  { path: '/desk/organisations', text: 'desk.areas.organisations', call: 'showOrganisation' },
  { path: '/desk/applications', text: 'desk.areas.applications', call: 'listClients' },
  { path: '/desk/messages', text: 'desk.areas.messages', call: 'listFailedMessages' },
  { path: '/desk/announcements', text: 'desk.areas.announcements', call: 'listAnnouncements' },
  { path: '/desk/webhooks', text: 'desk.areas.webhooks', call: 'listWebhooks' },
  { path: '/desk/keys', text: 'desk.areas.keys', call: 'listKeys' },
  { path: '/desk/operators', text: 'desk.areas.operators', call: 'listOperators' },
]

/** The parts of the desk that an operator with these scopes may open. */
const areasFor = (scopes: readonly OperatorScope[]): DeskArea[] =>
  areas.filter(({ call }) => mayMakeNamed(scopes, call))

/** In the head of a page of the desk: who uses it, and the button that leaves it. */
export const DeskHead = ({ operator }: { operator: DeskVisitor }) => {
  const { t } = useTranslation()
  return (
    <form className="head-links" method="post" action="/desk/sign-out">
      <FormToken />
      <span>{t('desk.signed_in', { name: operator.holder })}</span> <Button text="desk.sign_out" quiet small />
    </form>
  )
}

/**
 * The parts of the desk that its operator may open. On a small screen, only the first page of the desk lists them; all
 * others have one link to it.
 */
export const DeskAreas = ({ operator }: { operator: DeskVisitor }) => {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const isIn = (path: string) => pathname === path || pathname.startsWith(`${path}/`)
  const areas = areasFor(operator.scopes)
  if (areas.length === 0) return null
  const isFolded = pathname !== '/desk'
  return (
    <nav className={isFolded ? 'desk-nav folded' : 'desk-nav'} aria-label={t('desk.areas.label')}>
      {isFolded && (
        <p className="all-pages">
          <a href="/desk">{t('desk.areas.all')}</a>
        </p>
      )}
      <div className="ways">
        <h2>{t('desk.areas.label')}</h2>
        <ul className="rows">
          {areas.map(({ path, text }) => (
            <li key={path}>
              <a href={path} {...(isIn(path) && { 'aria-current': path === pathname ? ('page' as const) : true })}>
                {t(text)}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  )
}
