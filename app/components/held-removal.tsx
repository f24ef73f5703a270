import { useTranslation } from 'react-i18next'
import { Button } from './button'
import { momentIn } from './day'
import { FormToken } from './form-token'

/** Tells on the page of a number that it is to be removed, and lets its person stop that. Nothing where it stays. */
export const HeldRemoval = ({ at }: { at: string | null }) => {
  const { t, i18n } = useTranslation()
  if (at === null) return null
  return (
    <form method="post" action="/settings/mobile/keep" className="notice">
      <FormToken />
      <p>{t('heldRemoval.text', { time: momentIn(i18n.language, at) })}</p>
      <Button text="heldRemoval.stop" quiet />
    </form>
  )
}
