import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FileField } from '~/forms/fields/fields'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { Button } from '~/ui/button'
import { Picture } from './picture'
import type { UploadOrRemove } from './picture-page.server'
import { pictureTypes } from './picture-types'

interface UploadOrRemovePageProps {
  /** Message keys. `present` names the picture to people who do not see it. */
  title: string
  present: string
  remove: string
  /** The key of the picture. Null: there is no picture, so nothing can be removed. */
  picture: string | null
  lead: ReactNode
  after: ReactNode
}

/** A page that uploads a picture, or replaces or removes the current one. */
export const UploadOrRemovePage = ({ title, present, remove, picture, lead, after }: UploadOrRemovePageProps) => {
  const { t } = useTranslation()
  const page = usePageForm<typeof UploadOrRemove>()
  return (
    <FormPage
      page={page}
      title={title}
      submit="picture.upload"
      hasFile
      {...(picture && { more: <Button name="remove" text={remove} quiet /> })}
      lead={
        <>
          {lead}
          {picture && (
            <p>
              <Picture kind="avatar" picture={picture} width={112} alt={t(present)} />
            </p>
          )}
        </>
      }
      after={after}
    >
      <FileField field={page.fields.pic} label="field.pic.label" hint="picture.avatar.hint" accept={pictureTypes} />
    </FormPage>
  )
}
