import { useTranslation } from 'react-i18next'
import { momentIn } from '~/i18n/dates'
import { FormToken } from '~/session/form-token'
import { Button } from '~/ui/button'

/** Says that a mobile is about to be removed, and offers to keep it. */
export const PendingRemoval = ({ at, timeZone }: { at: string; timeZone: string | null }) => {
  const { t, i18n } = useTranslation()
  return (
    <form method="post" action="/settings/mobile/keep" className="notice">
      <FormToken />
      <p>{t('heldRemoval.text', { time: momentIn(i18n.language, timeZone, at) })}</p>
      <Button text="heldRemoval.stop" quiet />
    </form>
  )
}
