import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { pictureMaxBytes } from '#contract/terms/fields'
import type { PageHandle } from '~/document/page-handle'
import { inSubject, requireActing } from '~/features/organisation/acting.server'
import { ActingHeader } from '~/features/organisation/acting-header'
import { BackToOrganisation } from '~/features/organisation/back-to-organisation'
import { organisationPath } from '~/features/organisation/organisation-path'
import { Picture } from '~/features/pictures/picture'
import { pictureTypes } from '~/features/pictures/picture-types'
import { picture } from '~/forms/field-schemas'
import { FileField } from '~/forms/fields/fields'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { redirectTo } from '~/navigation/redirect.server'
import { api } from '~/runtime/api.server'
import { Button } from '~/ui/button'

// The logo of an organisation.
export const handle: PageHandle = { title: 'logo.title', uploadMaxBytes: pictureMaxBytes }

const Logo = z
  .object({ pic: picture.optional(), remove: z.string().optional() })
  .refine(({ pic, remove }) => pic !== undefined || remove !== undefined, {
    path: ['pic'],
    message: 'pictureRefusal.missing',
  })

export const loader = async (args: LoaderFunctionArgs) =>
  reply({ acting: await requireActing(args, 'organisation.update') })

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Logo)
  if (!form.ok) return form.reply()
  const { pic, remove } = form.value
  const client = await api(args)
  const answer =
    pic === undefined || remove !== undefined
      ? await client.removeSubjectLogo(inSubject(args))
      : await client.uploadSubjectLogo({ ...inSubject(args), pic: new Uint8Array(await pic.arrayBuffer()) })
  if (!answer.ok) return form.reply(answer)
  const notice = answer.data.logo === null ? 'organisation_logo_removed' : 'organisation_logo_saved'
  return redirectTo(args, { path: organisationPath(inSubject(args)), notice })
}

export default function OrganisationLogo() {
  const { t } = useTranslation()
  const { acting } = useLoaderData<typeof loader>()
  const { logo, subject_name } = acting.subject
  const page = usePageForm<typeof Logo>()
  return (
    <FormPage
      page={page}
      title="logo.title"
      submit="picture.upload"
      hasFile
      {...(logo && { more: <Button name="remove" text="logo.remove" quiet /> })}
      lead={
        <>
          <ActingHeader acting={acting} />
          <p>{t('logo.text', { name: subject_name })}</p>
          {logo && (
            <p>
              <Picture kind="avatar" picture={logo} width={112} alt={t('logo.present')} />
            </p>
          )}
        </>
      }
      after={<BackToOrganisation subject={acting.subject} />}
    >
      <FileField field={page.fields.pic} label="field.pic.label" hint="picture.avatar.hint" accept={pictureTypes} />
    </FormPage>
  )
}
