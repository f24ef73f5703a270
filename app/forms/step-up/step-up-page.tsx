import { useTranslation } from 'react-i18next'
import { ErrorSummary } from '~/forms/error-summary'
import { FieldFrame } from '~/forms/fields/field-frame'
import { LanguageButtons } from '~/forms/language-buttons'
import { useOwnAction } from '~/navigation/use-own-action'
import { Button } from '~/ui/button'
import { LinkRows } from '~/ui/link-list'
import { CaptchaFields } from './captcha-fields'
import { SecondVerificationFields } from './second-verification-fields'
import type { FilesField, StepUp } from './step-up'

/**
 * Replaces the page whose form is parked. Its form posts to the same URL, whose action then retries the parked form.
 */
export const StepUpPage = ({ stepUp }: { stepUp: StepUp }) => {
  const { t } = useTranslation()
  return (
    <>
      <ErrorSummary errors={stepUp.errors} links={[]} />
      <h1>{t(`stepUp.title.${stepUp.kind}`)}</h1>
      <form
        method="post"
        noValidate
        className="step-up"
        {...useOwnAction()}
        {...(stepUp.files.length > 0 && { encType: 'multipart/form-data' })}
        {...useVendor(stepUp)}
      >
        <input type="hidden" name="form_token" value={stepUp.formToken} />
        <input type="hidden" name="parked" value={stepUp.parked} />
        {stepUp.files.map((field) => (
          <FileAgain key={field.name} {...field} />
        ))}
        {stepUp.kind === 'captcha' ? (
          <div data-embedded>
            {stepUp.isElsewhere ? (
              <p>{t(stepUp.vendor ? 'stepUp.vendor.only' : 'stepUp.unset')}</p>
            ) : (
              <CaptchaFields {...stepUp} />
            )}
          </div>
        ) : (
          <SecondVerificationFields {...stepUp} />
        )}{' '}
        <Button name="close" text="stepUp.close" quiet />
        {stepUp.kind === 'captcha' && (
          <div className="spared">
            <LinkRows links={{ '/account-help': 'error.other_ways' }} />
          </div>
        )}
        <LanguageButtons />
      </form>
    </>
  )
}

/** Asks for a file of the parked form again. */
const FileAgain = ({ name, isList }: FilesField) => {
  const { i18n } = useTranslation()
  const label = i18n.exists(`field.${name}.label`) ? `field.${name}.label` : 'stepUp.file'
  return (
    <FieldFrame field={{ name, error: undefined }} label={label} hint="stepUp.file_again">
      <input id={name} name={name} type="file" multiple={isList} aria-describedby={`${name}-hint`} />
    </FieldFrame>
  )
}

/** The attributes from which the island of a vendor's captcha starts; none without a vendor. */
const useVendor = (stepUp: StepUp) => {
  const { t } = useTranslation()
  if (stepUp.kind !== 'captcha' || !stepUp.vendor) return {}
  return {
    'data-island': 'vendor-captcha',
    'data-vendor': JSON.stringify(stepUp.vendor),
    'data-failed': t('stepUp.vendor.failed'),
    'data-retry': t('stepUp.vendor.retry'),
  }
}
