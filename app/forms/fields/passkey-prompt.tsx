import { useTranslation } from 'react-i18next'
import type { CreationOptions, RequestOptions } from '#contract/verification/passkey-fields'

interface PasskeyPromptProps {
  /** The message key of the button that the island makes. */
  button: string
  options: CreationOptions | RequestOptions
}

/**
 * In a form: the button that makes or proves a passkey. The island adds it if the browser supports passkeys. Otherwise
 * a sentence says that it does not.
 */
export const PasskeyPrompt = ({ button, options }: PasskeyPromptProps) => {
  const { t } = useTranslation()
  return (
    <>
      <NoPasskeys />
      {/* An error of the form leads here. */}
      <div
        id="credential"
        data-island="passkey"
        data-button={t(button)}
        data-options={JSON.stringify(options)}
        data-failed={t('passkeys.failed')}
        data-known={t('passkeys.known')}
      />
    </>
  )
}

/** The sentence that the island removes. */
export const NoPasskeys = () => <p id="no-passkeys">{useTranslation().t('passkeys.none_here')}</p>

/** A button of a form that leads to a passkey. The island adds it if the browser supports passkeys. */
export const PasskeyOffer = ({ name, button, quiet }: { name: string; button: string; quiet: boolean }) => (
  <span
    data-island="passkey"
    data-name={name}
    data-button={useTranslation().t(button)}
    {...(quiet && { 'data-quiet': '' })}
  />
)
