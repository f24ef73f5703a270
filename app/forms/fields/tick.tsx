import { useTranslation } from 'react-i18next'
import type { PageField } from '~/forms/use-page-form'

/** A tick box that may be left empty. `label` is a message key. */
export const Tick = ({ field, label }: { field: PageField; label: string }) => {
  const { t } = useTranslation()
  return (
    <p className="choices">
      <label>
        <input type="checkbox" id={field.name} name={field.name} value="1" defaultChecked={field.value === '1'} />{' '}
        {t(label)}
      </label>
    </p>
  )
}
