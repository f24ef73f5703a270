import { useTranslation } from 'react-i18next'
import type { ActingAs } from './acting.server'
import { organisationPath } from './organisation-path'
import { roleText } from './role-text'

/** The organisation, and the person's name and role in it: below the title of every page of an organisation. */
export const ActingHeader = ({ acting }: { acting: ActingAs }) => (
  <p>
    <a href={organisationPath(acting.subject)}>
      <bdi>{acting.subject.subject_name}</bdi>
    </a>
    <br />
    <ActingText acting={acting} />
  </p>
)

/** The person's name and role, on the page whose title is the organisation's name. */
export const ActingLine = ({ acting }: { acting: ActingAs }) => (
  <p>
    <ActingText acting={acting} />
  </p>
)

const ActingText = ({ acting: { subject, roles } }: { acting: ActingAs }) => {
  const { t } = useTranslation()
  const role = subject.is_manager ? t('role.manager') : roles.map((each) => roleText(t, each)).join(t('layout.comma'))
  return (
    <span className="hint">
      {t('organisation.acting', { name: subject.deputy_name, role: role || t('role.member') })}
    </span>
  )
}
