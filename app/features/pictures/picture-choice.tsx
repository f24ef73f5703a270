import { useTranslation } from 'react-i18next'
import { FieldError } from '~/forms/fields/field-frame'
import type { PageField } from '~/forms/use-page-form'
import { Picture, type PictureKind } from './picture'

interface PictureChoiceProps {
  kind: PictureKind
  field: Pick<PageField, 'name' | 'value' | 'error'>
  /** The keys of the pictures to choose from. */
  pictures: string[]
}

const shownWidth = { avatar: 56, background: 168 }

/** A choice of pictures, each with a name that screen readers read out. */
export const PictureChoice = ({ kind, field, pictures }: PictureChoiceProps) => {
  const { t } = useTranslation()
  return (
    <fieldset id={field.name} {...(field.error && { 'aria-describedby': `${field.name}-error` })}>
      <legend>{t(`picture.${kind}.choose`)}</legend>
      <FieldError id={`${field.name}-error`} text={field.error} />
      <div className={`choices ${kind}s`}>
        {pictures.map((picture, index) => (
          <label key={picture}>
            <Picture kind={kind} picture={picture} width={shownWidth[kind]} />{' '}
            <input type="radio" name={field.name} value={picture} defaultChecked={picture === field.value} />{' '}
            {t([`picture.names.${picture}`, 'picture.names.other'], { number: index + 1 })}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
