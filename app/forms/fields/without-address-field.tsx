import { useTranslation } from 'react-i18next'
import type { PageField } from '~/forms/use-page-form'
import { FieldError } from './field-frame'

interface WithoutAddressFieldProps {
  field: PageField
  username: string
  /** True if the page already says how to sign in from then on. */
  waysAreListed?: boolean
}

/** Says what no longer works without an address, and requires a tick that the person knows the username. */
export const WithoutAddressField = ({ field, username, waysAreListed = false }: WithoutAddressFieldProps) => {
  const { t } = useTranslation()
  return (
    <fieldset>
      <legend>{t('withoutAddress.title')}</legend>
      <ul className="steps">
        <li>{t('withoutAddress.no_codes')}</li>
        <li>{t('withoutAddress.no_reset')}</li>
        {!waysAreListed && <li>{t('withoutAddress.username', { username })}</li>}
      </ul>
      <FieldError id="without_address-error" text={field.error} />
      <p className="choices">
        <label>
          <input
            type="checkbox"
            id="without_address"
            name="without_address"
            value="1"
            defaultChecked={field.value === '1'}
            {...(field.error && { 'aria-invalid': true, 'aria-describedby': 'without_address-error' })}
          />{' '}
          {t('withoutAddress.tick', { username })}
        </label>
      </p>
    </fieldset>
  )
}
