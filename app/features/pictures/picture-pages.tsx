import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { FieldError } from '~/forms/fields/field-frame'
import { FileField } from '~/forms/fields/fields'
import { FormPage } from '~/forms/form-page'
import { type PageField, usePageForm } from '~/forms/use-page-form'
import { useLoaderData } from '~/framework'
import { FormToken } from '~/session/form-token'
import { BackToSettings } from '~/ui/back-to-settings'
import { Button } from '~/ui/button'
import { Picture, type PictureKind } from './picture'
import type { loadPictures, Upload } from './picture-page.server'
import { pictureTypes } from './picture-types'

type Loaded = typeof loadPictures
type Choice = z.ZodType<unknown, Record<PictureKind, string>>

const shownWidth = { avatar: 112, background: 320 }

/**
 * The current picture, a form that uploads another, and a form that chooses a default, because some browsers send no
 * files.
 */
export const UploadPage = ({ kind }: { kind: PictureKind }) => {
  const { t } = useTranslation()
  const { notice, current, defaults } = useLoaderData<Loaded>()
  const page = usePageForm<typeof Upload>()
  return (
    <FormPage
      page={page}
      title={`picture.${kind}.title`}
      submit="picture.upload"
      hasFile
      notice={notice}
      lead={
        <p>
          <Picture kind={kind} picture={current} width={shownWidth[kind]} alt={t(`picture.${kind}.current`)} />
        </p>
      }
      below={
        <>
          <form method="post" action={`/settings/${kind}/default`} className="other-form">
            <FormToken />
            <PictureChoice kind={kind} field={{ name: kind, value: current, error: undefined }} pictures={defaults} />
            <Button text="picture.choose" quiet />
          </form>
          <BackToSettings />
        </>
      }
    >
      <FileField field={page.fields.pic} label="field.pic.label" hint={`picture.${kind}.hint`} accept={pictureTypes} />
    </FormPage>
  )
}

/** The default pictures only. The second form of the upload page posts here, so this page shows its errors. */
export const ChoicePage = ({ kind }: { kind: PictureKind }) => {
  const { current, defaults } = useLoaderData<Loaded>()
  const page = usePageForm<Choice>({ [kind]: current })
  return (
    <FormPage page={page} title={`picture.${kind}.title`} submit="picture.choose" after={<BackToSettings />}>
      <PictureChoice kind={kind} field={page.fields[kind]} pictures={defaults} />
    </FormPage>
  )
}

interface PictureChoiceProps {
  kind: PictureKind
  field: Pick<PageField, 'name' | 'value' | 'error'>
  /** The keys of the pictures to choose from. */
  pictures: string[]
}

const choiceWidth = { avatar: 56, background: 168 }

/** A choice of pictures, each with a name that screen readers read out. */
const PictureChoice = ({ kind, field, pictures }: PictureChoiceProps) => {
  const { t } = useTranslation()
  return (
    <fieldset id={field.name} {...(field.error && { 'aria-describedby': `${field.name}-error` })}>
      <legend>{t(`picture.${kind}.choose`)}</legend>
      <FieldError id={`${field.name}-error`} text={field.error} />
      <div className={`choices ${kind}s`}>
        {pictures.map((picture, index) => (
          <label key={picture}>
            <Picture kind={kind} picture={picture} width={choiceWidth[kind]} />{' '}
            <input type="radio" name={field.name} value={picture} defaultChecked={picture === field.value} />{' '}
            {t([`picture.names.${picture}`, 'picture.names.other'], { number: index + 1 })}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
