import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { roleText } from '~/features/organisation/role-text'
import { OwnNameField } from '~/forms/fields/fields'
import type { PageField } from '~/forms/use-page-form'
import { FormToken } from '~/session/form-token'
import { Button } from '~/ui/button'
import type { Calls } from '../../../../contract/calls'

interface JoinableProps {
  joinable: z.output<Calls['joinableSubjects']['output']>['subjects']
  /** The field of the person's name. */
  name: PageField
}

/** The organisations that have proven the domain of the account's email: which one may join, and how. */
export const Joinable = ({ joinable, name }: JoinableProps) => {
  const { t } = useTranslation()
  if (joinable.length === 0) return null
  return (
    <>
      <h2>{t('organisations.joinable')}</h2>
      <ul className="rows devices">
        {joinable.map(({ sec_subject_uid, subject_name, domain, joining, role }) => (
          <li key={sec_subject_uid}>
            <div>
              <strong>{subject_name}</strong>
              <p>
                {t(joining === 'join' ? 'organisations.joinable_by' : 'organisations.invited_only', { domain })}
                {joining === 'join' && role && (
                  <>
                    <br />
                    {t('organisations.joinable_as', { role: roleText(t, role) })}
                  </>
                )}
              </p>
            </div>
            {joining === 'join' && (
              <form method="post">
                <FormToken />
                <input type="hidden" name="join" value={sec_subject_uid} />
                <OwnNameField field={name} isOptional />
                <Button
                  text="organisations.join"
                  label={t('organisations.join_one', { name: subject_name })}
                  quiet
                  small
                />
              </form>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
