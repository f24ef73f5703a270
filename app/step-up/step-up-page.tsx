import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { waitText } from '../i18n/wait'
import { useOwnAction } from '../navigation/use-own-action'
import { Button } from '../ui/button'
import { ErrorList } from '../ui/error-list'
import type { Captcha, FilesField, SecondVerification, StepUp, Way } from './step-up'

/** Stands in place of the page whose form is parked. Its own form posts to the same URL, which then retries the parked one. */
export const StepUpPage = ({ stepUp }: { stepUp: StepUp }) => {
  const { t } = useTranslation()
  return (
    <>
      <ErrorList texts={stepUp.errors} />
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
            <CaptchaFields {...stepUp} />
          </div>
        ) : (
          <SecondFields {...stepUp} />
        )}{' '}
        <Button name="close" text="stepUp.close" quiet />
      </form>
    </>
  )
}

/** Asks for a file of the parked form again, which is not parked itself. */
const FileAgain = ({ name, isList }: FilesField) => {
  const { t } = useTranslation()
  return (
    <div className="field">
      <label htmlFor={name}>{t([`field.${name}.label`, 'stepUp.file'])}</label>
      <p className="hint" id={`${name}-hint`}>
        {t('stepUp.file_again')}
      </p>
      <input id={name} name={name} type="file" multiple={isList} aria-describedby={`${name}-hint`} />
    </div>
  )
}

/** The attributes that tell the island of a vendor's captcha what to load; none without a vendor. */
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

const CaptchaFields = ({ id, subtype, task, pictures }: Captcha) => {
  const { t } = useTranslation()
  const scene = pictures.find(({ part }) => part === 'scene')
  const piece = pictures.find(({ part }) => part === 'piece')
  const isClicked = subtype === 'slide' || subtype === '3d'
  return (
    <>
      <p id="task">{task}</p>
      {piece && (
        <img
          src={pictureAddress(id, 'piece')}
          alt={t('stepUp.piece')}
          width={piece.width}
          height={piece.height}
          data-island="slide-captcha"
          data-hint={t('stepUp.drag')}
        />
      )}
      {scene &&
        (isClicked ? (
          <input
            type="image"
            name="answer"
            src={pictureAddress(id, 'scene')}
            alt={t('stepUp.picture')}
            width={scene.width}
            height={scene.height}
            data-captcha={subtype}
          />
        ) : (
          <img
            src={pictureAddress(id, 'scene')}
            alt={t('stepUp.picture')}
            width={scene.width}
            height={scene.height}
            data-captcha={subtype}
            {...(subtype === 'whirl' && { 'data-island': 'whirl-captcha' })}
          />
        ))}
      {subtype === 'whirl' && <Tiles />}
      <div className="field">
        <label htmlFor="text">{t(subtype === 'text' ? 'stepUp.letters' : 'stepUp.digits')}</label>
        {/* In a tab of its own: going back to this page, which came by POST, would ask to send it again. */}
        <p className="hint" id="text-hint">
          {t('stepUp.listen_hint')}{' '}
          <a href={`/login/verify/sound?id=${id}`} target="_blank" rel="noopener">
            {t('stepUp.listen')}
          </a>
        </p>
        <input
          id="text"
          name="text"
          type="text"
          maxLength={20}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          aria-describedby="task text-hint"
        />
      </div>
      <Button name="answer" text="stepUp.continue" /> <Button name="another" text="stepUp.another" quiet />
    </>
  )
}

const tiles = Array.from({ length: 12 }, (_, index) => index + 1)

/** A checkbox for the number of each picture. */
const Tiles = () => {
  const { t } = useTranslation()
  return (
    <fieldset className="tiles">
      <legend>{t('stepUp.tiles')}</legend>
      {tiles.map((number) => (
        <label key={number}>
          <input type="checkbox" name="number" value={number} /> {number}
        </label>
      ))}
    </fieldset>
  )
}

const SecondFields = ({ ways, chosen }: SecondVerification) => {
  const { t } = useTranslation()
  const others = ways.filter(({ way }) => way !== chosen?.way)
  return (
    <>
      <p>{t(chosen ? `stepUp.second.asked_${chosen.way}` : 'stepUp.second.why', { masked: chosen?.masked })}</p>
      {chosen && <SecondField way={chosen.way} />}
      {chosen && chosen.way !== 'password' && (
        <>
          {chosen.waitSeconds > 0 && (
            <p className="hint">{t('resend.wait', { wait: waitText(t, chosen.waitSeconds) })}</p>
          )}{' '}
          <Button name={`send_${chosen.way}`} text="stepUp.second.again" quiet />
        </>
      )}
      {others.map(({ way, masked }) => (
        <Fragment key={way}>
          {' '}
          <Button
            name={way === 'password' ? 'use_password' : `send_${way}`}
            text={`stepUp.second.use_${way}`}
            values={{ masked }}
            quiet={chosen !== null}
          />
        </Fragment>
      ))}
    </>
  )
}

const SecondField = ({ way }: { way: Way }) => {
  const { t } = useTranslation()
  const isPassword = way === 'password'
  const name = isPassword ? 'password' : 'code'
  return (
    <>
      <input type="hidden" name="way" value={way} />
      <div className="field">
        <label htmlFor={name}>{t(isPassword ? 'field.password.label' : 'field.code.label')}</label>
        <input
          id={name}
          name={name}
          type={isPassword ? 'password' : 'text'}
          autoComplete={isPassword ? 'current-password' : 'one-time-code'}
          {...(!isPassword && { inputMode: 'numeric', className: 'code', maxLength: 20 })}
        />
      </div>
      <Button name="answer" text="stepUp.continue" />
    </>
  )
}

const pictureAddress = (id: string, part: string): string => `/login/verify/picture?id=${id}&part=${part}`
