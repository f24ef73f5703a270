import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { AuthenticatorCodeField, PasswordField, TextField } from '~/forms/fields/fields'
import { NoPasskeys, PasskeyOffer, PasskeyPrompt } from '~/forms/fields/passkey-prompt'
import { waitText } from '~/i18n/wait'
import { Button } from '~/ui/button'
import { ProvingLinks } from './proving-links'
import { fieldIn, type SecondVerification, type StepUp, type Way } from './step-up'
import { WhyFactor } from './why-factor'

/** True for a way whose code is sent. */
const isSent = (way: Way): boolean => way === 'mobile' || way === 'email'

/** The buttons of the ways of a second verification, and the field of the way that was chosen. */
export const SecondVerificationFields = ({
  ways,
  platforms,
  waitHours,
  lacksAnother,
  asksFactor,
  chosen,
  ...shown
}: SecondVerification & Pick<StepUp, 'errors' | 'typed'>) => {
  const { t } = useTranslation()
  const why = lacksAnother ? 'stepUp.second.why_more' : 'stepUp.second.why'
  const others = ways.filter(({ way }) => way !== chosen?.way)
  return (
    <>
      {waitHours !== null && !chosen && <p>{t('stepUp.second.why_another')}</p>}
      {platforms.length > 0 && <ProvingLinks platforms={platforms} />}
      {asksFactor && <WhyFactor />}
      {platforms.length === 0 && (chosen || (waitHours === null && !asksFactor)) && (
        <p>{t(chosen ? `stepUp.second.asked_${chosen.way}` : why, { masked: chosen?.masked })}</p>
      )}
      {chosen && (
        <>
          <input type="hidden" name="way" value={chosen.way} />
          {chosen.againAt > 0 && <input type="hidden" name="again_at" value={chosen.againAt} />}
          {chosen.way === 'password' && (
            <>
              {waitHours !== null && <p>{t('stepUp.second.password_before')}</p>}
              <PasswordField field={fieldIn(shown, 'password')} />
            </>
          )}
          {chosen.way === 'authenticator' && <AuthenticatorCodeField field={fieldIn(shown, 'code')} />}
          {isSent(chosen.way) && (
            <TextField
              field={fieldIn(shown, 'code')}
              label="field.code.label"
              hint={chosen.way === 'email' ? 'field.code.hint_email' : 'field.code.hint'}
              autoComplete="one-time-code"
              inputMode="numeric"
              className="code"
              maxLength={20}
            />
          )}
          {chosen.options ? (
            <PasskeyPrompt button="stepUp.second.prove_passkey" options={chosen.options} />
          ) : (
            <Button name="answer" text="stepUp.continue" />
          )}
        </>
      )}
      {chosen && isSent(chosen.way) && (
        <>
          {chosen.waitSeconds > 0 && (
            <p className="hint">{t('resend.wait', { wait: waitText(t, chosen.waitSeconds) })}</p>
          )}{' '}
          <Button name={`send_${chosen.way}`} text="stepUp.second.again" quiet />
        </>
      )}
      {/* Nothing else proves the person here, and not every browser has passkeys. */}
      {!chosen && platforms.length === 0 && ways.every(({ way }) => way === 'passkey') && <NoPasskeys />}
      {others.map(({ way, masked }, index) => {
        const quiet = chosen !== null || index > 0
        const text = `stepUp.second.use_${way}`
        return (
          <Fragment key={way}>
            {' '}
            {way === 'passkey' ? (
              <PasskeyOffer name="use_passkey" button={text} quiet={quiet} />
            ) : (
              <Button name={isSent(way) ? `send_${way}` : `use_${way}`} text={text} values={{ masked }} quiet={quiet} />
            )}
          </Fragment>
        )
      })}
      {waitHours !== null && (
        <>
          <p>{t('stepUp.second.or_wait', { hours: waitHours })}</p>
          <Button name="wait" text="stepUp.second.wait" values={{ hours: String(waitHours) }} quiet />
        </>
      )}
    </>
  )
}
