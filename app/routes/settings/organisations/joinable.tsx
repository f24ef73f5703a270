import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { Calls } from '#contract/calls'
import { roleText } from '~/features/organisations/role-text'
import { OwnNameField } from '~/forms/fields/fields'
import type { PageField } from '~/forms/use-page-form'
import { momentIn } from '~/i18n/dates'
import { FormToken } from '~/session/form-token'
import { Button } from '~/ui/button'

type Subject = z.output<Calls['joinableSubjects']['output']>['subjects'][number]

/** The person's option: join, request to join, or withdraw the request. Undefined: wait. */
export type Way = 'join' | 'ask' | 'withdraw'

const wayOf = ({ joining, request }: Subject): Way | undefined => {
  if (joining === 'join') return 'join'
  if (request === null) return 'ask'
  return request.state === 'pending' ? 'withdraw' : undefined
}

interface JoinableProps {
  joinable: readonly Subject[]
  name: PageField
  /** False if people cannot ask to join. */
  mayAsk: boolean
  timeZone: string | null
}

/** The organisations that have proven the domain of the account's email: which one may join or ask to join, and how. */
export const Joinable = ({ joinable, name, mayAsk, timeZone }: JoinableProps) => {
  const { t, i18n } = useTranslation()
  if (joinable.length === 0) return null
  const textOf = ({ joining, request, domain }: Subject): string => {
    if (joining === 'join') return t('organisations.joinable_by', { domain })
    if (request !== null)
      return t(`organisations.request.${request.state}`, { day: momentIn(i18n.language, timeZone, request.ends_at) })
    return t(mayAsk ? 'organisations.joinable_by_asking' : 'organisations.invited_only', { domain })
  }
  return (
    <>
      <h2>{t('organisations.joinable')}</h2>
      <ul className="rows devices">
        {joinable.map((subject) => {
          const { sec_subject_uid, subject_name, joining, role } = subject
          const way = wayOf(subject)
          return (
            <li key={sec_subject_uid}>
              <div>
                <strong>{subject_name}</strong>
                <p>
                  {textOf(subject)}
                  {joining === 'join' && role && (
                    <>
                      <br />
                      {t('organisations.joinable_as', { role: roleText(t, role) })}
                    </>
                  )}
                </p>
              </div>
              {way && (way === 'join' || mayAsk) && (
                <form method="post">
                  <FormToken />
                  <input type="hidden" name={way} value={sec_subject_uid} />
                  {way !== 'withdraw' && <OwnNameField field={name} isOptional />}
                  <Button
                    text={`organisations.${way}`}
                    label={t(`organisations.${way}_one`, { name: subject_name })}
                    quiet
                    small
                  />
                </form>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}
