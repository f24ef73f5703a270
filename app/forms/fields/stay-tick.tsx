import { useTranslation } from 'react-i18next'
import type { PageField } from '~/forms/use-page-form'
import { Tick } from './tick'

/**
 * Says how long a person who signs in for an application stays signed in, and lets them stay longer.
 * @param isForAll they stay signed in until the browser is closed anyway
 */
export const StayTick = ({ field, isForAll }: { field: PageField; isForAll: boolean }) => {
  const { t } = useTranslation()
  return (
    <>
      {isForAll && <p className="hint">{t('authorise.until_closed')}</p>}
      <Tick field={field} label={isForAll ? 'authorise.stay_on' : 'authorise.stay'} />
    </>
  )
}
