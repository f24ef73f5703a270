import { useTranslation } from 'react-i18next'
import { useDocument } from '~/document/document-context'
import { describedBy, FieldError, FieldFrame } from '~/forms/fields/field-frame'
import { waitText } from '~/i18n/wait'
import { Button } from '~/ui/button'
import { type Captcha, fieldIn, type StepUp } from './step-up'

type CaptchaFieldsProps = Captcha & Pick<StepUp, 'errors' | 'typed'>

/**
 * The pictures of a challenge and the fields for its answer. Each answer has its button directly below. The alternative
 * without a picture comes first, because a browser without pictures would otherwise ask for a click on nothing.
 */
export const CaptchaFields = (captcha: CaptchaFieldsProps) => {
  const { t } = useTranslation()
  const { isSmall } = useDocument()
  const { id, subtype, task, pictures, wait } = captcha
  const piece = pictures.find(({ part }) => part === 'piece')
  const another = (
    <>
      <Button name="another" text="stepUp.another" quiet />
      {subtype !== 'text' && !isSmall && (
        <>
          {' '}
          <Button name="letters" text="stepUp.use_letters" quiet />
        </>
      )}
    </>
  )
  return (
    <>
      <p id="text-hint" className="hint">
        {t('stepUp.listen_hint')}
        {/* Opened in a new tab, because going back to this page, which came by POST, would ask to send it again. */}
        <a href={`/login/verify/sound?id=${id}`} target="_blank" rel="noopener">
          {t('stepUp.listen')}
        </a>
      </p>
      <p id="task">{task}</p>
      {piece && (
        <img
          src={pictureUrl(id, 'piece')}
          alt={t('stepUp.piece')}
          width={piece.width}
          height={piece.height}
          data-island="slide-captcha"
          data-hint={t('stepUp.drag')}
        />
      )}
      <Scene {...captcha} />
      {/* The island writes here. The line is reserved, so that nothing moves. */}
      {piece && <p id="drag" className="hint later" />}
      {subtype === 'text' ? (
        <>
          <TextAnswer {...captcha} />
          <Button name="answer" text="stepUp.continue" /> {another}
        </>
      ) : (
        <>
          {subtype === 'whirl' && (
            <>
              <Numbers {...captcha} />
              <Button name="answer" text="stepUp.continue" />{' '}
            </>
          )}
          {another}
          <div className="other-form">
            <TextAnswer {...captcha} />
            <Button name="answer" text="stepUp.send_digits" quiet />
          </div>
        </>
      )}
      {wait !== undefined && <Wait wait={waitText(t, wait)} />}
    </>
  )
}

/** The alternative for people who can use neither picture nor sound. */
const Wait = ({ wait }: { wait: string }) => {
  const { t } = useTranslation()
  if (useDocument().isSmall) return <Button name="waited" text="stepUp.wait_small" values={{ wait }} quiet />
  return (
    <div className="other-form">
      <p className="hint said">{t('stepUp.wait_hint', { wait })}</p>
      <Button name="waited" text="stepUp.waited" quiet />
    </div>
  )
}

/** The picture of the challenge. In a slide or 3d challenge, a click in it is the answer. */
const Scene = ({ id, subtype, pictures, errors }: CaptchaFieldsProps) => {
  const { t } = useTranslation()
  const scene = pictures.find(({ part }) => part === 'scene')
  if (!scene) return null
  const { width, height } = scene
  const picture = { src: pictureUrl(id, 'scene'), width, height, 'data-captcha': subtype }
  const alt = t('stepUp.picture')
  const field = fieldIn({ errors }, 'answer')
  return (
    <>
      <FieldError id="answer-error" text={field.error} />
      <div className="scene">
        {subtype === 'slide' || subtype === '3d' ? (
          <input
            id="answer"
            name="answer"
            type="image"
            {...picture}
            alt={alt}
            {...describedBy(field, undefined, 'task')}
          />
        ) : (
          <img {...picture} alt={alt} {...(subtype === 'whirl' && { 'data-island': 'whirl-captcha' })} />
        )}
      </div>
    </>
  )
}

/** The numbers of the pictures, in the same rows as the pictures. */
const rows = [
  [1, 2, 3, 4],
  [5, 6, 7, 8],
  [9, 10, 11, 12],
]

/**
 * A checkbox for the number of each picture, in rows as wide as the picture. In browsers that draw no labels as boxes, the
 * spaces after a number keep it apart from the next checkbox.
 */
const Numbers = ({ errors }: CaptchaFieldsProps) => {
  const { t } = useTranslation()
  const field = fieldIn({ errors }, 'number')
  return (
    <fieldset id="number" {...describedBy(field, undefined)}>
      <legend>{t('stepUp.tiles')}</legend>
      <FieldError id="number-error" text={field.error} />
      <div className="tiles">
        {rows.map((row) => (
          <div key={row[0]}>
            {row.map((number) => (
              <label key={number}>
                <input type="checkbox" name="number" value={number} />
                {`${number}\u00a0\u00a0 `}
              </label>
            ))}
          </div>
        ))}
      </div>
    </fieldset>
  )
}

/** The text in the picture or, in any other challenge, the six spoken digits. */
const TextAnswer = ({ subtype, ...shown }: CaptchaFieldsProps) => {
  const field = fieldIn(shown, 'text')
  return (
    <FieldFrame field={field} label={subtype === 'text' ? 'stepUp.letters' : 'stepUp.digits'}>
      <input
        id="text"
        name="text"
        type="text"
        maxLength={20}
        autoComplete="off"
        {...(field.value !== '' && { defaultValue: field.value })}
        autoCapitalize="characters"
        spellCheck={false}
        {...describedBy(field, true, 'task')}
      />
    </FieldFrame>
  )
}

const pictureUrl = (id: string, part: string): string => `/login/verify/picture?id=${id}&part=${part}`
