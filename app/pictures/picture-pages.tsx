import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { BackToSettings } from '../components/back-to-settings'
import { Button } from '../components/button'
import { FileField } from '../components/fields'
import { FormPage } from '../components/form-page'
import { FormToken } from '../components/form-token'
import { PageNotice } from '../components/page-notice'
import { Picture, type PictureKind } from '../components/picture'
import { PictureChoice } from '../components/picture-choice'
import { usePageForm } from '../forms/use-page-form'
import type { loadPictures, Upload } from './picture-page.server'

type Loaded = typeof loadPictures
type Choice = z.ZodType<unknown, Record<PictureKind, string>>

const shownWidth = { avatar: 112, background: 320 }
const types = 'image/jpeg,image/png,image/webp,image/gif'

/** The present picture, a form for another one, and below it ours to choose from, for a browser that sends no files. */
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
      lead={
        <>
          <PageNotice notice={notice} />
          <p>
            <Picture kind={kind} picture={current} width={shownWidth[kind]} alt={t(`picture.${kind}.current`)} />
          </p>
        </>
      }
      after={
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
      <FileField field={page.fields.pic} label="field.pic.label" hint={`picture.${kind}.hint`} accept={types} />
    </FormPage>
  )
}

/** Ours alone: where the form below an upload leads, and stays when something is wrong with it. */
export const ChoicePage = ({ kind }: { kind: PictureKind }) => {
  const { current, defaults } = useLoaderData<Loaded>()
  const page = usePageForm<Choice>({ [kind]: current })
  return (
    <FormPage page={page} title={`picture.${kind}.title`} submit="picture.choose" after={<BackToSettings />}>
      <PictureChoice kind={kind} field={page.fields[kind]} pictures={defaults} />
    </FormPage>
  )
}
