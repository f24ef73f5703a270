import { useTranslation } from 'react-i18next'
import type { ActingAs } from './acting.server'
import { organisationPath } from './organisation-path'
import { roleText } from './role-text'

/** As whom the person acts, on every page of an organisation. */
export const ActingHeader = ({ acting }: { acting: ActingAs }) => {
  const { t } = useTranslation()
  const { subject, roles } = acting
  const role = subject.is_manager ? t('role.manager') : roles.map((each) => roleText(t, each)).join(t('layout.comma'))
  return (
    <p>
      <a href={organisationPath(subject)}>
        <bdi>{subject.subject_name}</bdi>
      </a>
      <br />
      <span className="hint">
        {t('organisation.acting', { name: subject.deputy_name, role: role || t('role.member') })}
      </span>
    </p>
  )
}
