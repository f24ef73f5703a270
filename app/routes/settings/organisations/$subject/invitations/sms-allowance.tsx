import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { Calls } from '#contract/calls'
import { type SmsRaise, smsInvitations } from '#contract/organisations/invitations/sms-invitations'
import type { ActingAs } from '~/features/organisations/acting.server'
import { organisationPath } from '~/features/organisations/organisation-path'
import { useIsOpen } from '~/navigation/open-pages/use-open-pages'
import { useLinkWithNext } from '~/navigation/returning/use-link-with-next'

const { ages, domainTimes, accepted, withMobile, without } = smsInvitations
const [first, last] = ages

/** The numbers in the texts about raising an allowance. */
const numbers: Record<SmsRaise, Record<string, number>> = {
  mobile: { times: withMobile / without },
  domain: { times: domainTimes },
  age: { days: first.days, times: first.times, laterDays: last.days, laterTimes: last.times },
  accepted: { more: accepted.each, days: accepted.withinDays, least: accepted.least, percent: 100 * accepted.share },
}

interface Props {
  acting: ActingAs
  /** Null: the page says nothing about SMS. */
  sms: z.output<Calls['listInvitationChannels']['output']>['sms']
}

/** True if so few more people can be invited by SMS that the inviter should know. */
export const isNearLimit = (sms: Props['sms']): boolean => sms !== null && sms.left <= sms.most / 5

/** How many people may be invited by SMS now, and what would let the organisation invite more. */
export const SmsAllowance = ({ acting, sms }: Props) => {
  const { t } = useTranslation()
  const withNext = useLinkWithNext()
  const isOpen = useIsOpen()
  if (sms === null) return null
  const { left, most, raises } = sms
  const pages: Partial<Record<SmsRaise, string>> = {
    mobile: '/settings/mobile',
    domain: organisationPath(acting.subject, '/domains'),
  }
  return (
    <>
      <p>{left > 0 ? t('smsAllowance.left', { count: left, most }) : t('smsAllowance.none', { most })}</p>
      {raises.length > 0 && (
        <>
          <p>{t('smsAllowance.raised')}</p>
          <ul>
            {raises.map((each) => {
              const text = t(`smsAllowance.raise.${each}`, numbers[each])
              const page = pages[each]
              return <li key={each}>{page && isOpen(page) ? <a href={withNext(page)}>{text}</a> : text}</li>
            })}
          </ul>
        </>
      )}
    </>
  )
}
