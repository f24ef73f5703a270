import { useTranslation } from 'react-i18next'
import { pictureMaxBytes } from '#contract/terms/fields'
import type { PageHandle } from '~/document/page-handle'
import { inSubject, requireActing } from '~/features/organisations/acting.server'
import { ActingHeader } from '~/features/organisations/acting-header'
import { BackToOrganisation } from '~/features/organisations/back-to-organisation'
import { organisationPath } from '~/features/organisations/organisation-path'
import { sentPicture, UploadOrRemove } from '~/features/pictures/picture-page.server'
import { UploadOrRemovePage } from '~/features/pictures/upload-or-remove-page'
import { formAction } from '~/forms/form-action.server'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'

// The logo of an organisation.
export const handle: PageHandle = { title: 'logo.title', uploadMaxBytes: pictureMaxBytes }

export const loader = async (args: LoaderFunctionArgs) =>
  reply({ acting: await requireActing(args, 'organisation.update') })

export const action = formAction(UploadOrRemove, {
  call: async (client, typed, args) => {
    const pic = await sentPicture(typed)
    const subject = inSubject(args)
    return pic === undefined ? client.removeSubjectLogo(subject) : client.uploadSubjectLogo({ ...subject, pic })
  },
  done: (args, { logo }) => ({
    path: organisationPath(inSubject(args)),
    notice: logo === null ? 'organisation_logo_removed' : 'organisation_logo_saved',
  }),
})

export default function OrganisationLogo() {
  const { t } = useTranslation()
  const { acting } = useLoaderData<typeof loader>()
  return (
    <UploadOrRemovePage
      title="logo.title"
      present="logo.present"
      remove="logo.remove"
      picture={acting.subject.logo}
      lead={
        <>
          <ActingHeader acting={acting} />
          <p>{t('logo.text', { name: acting.subject.subject_name })}</p>
        </>
      }
      after={<BackToOrganisation subject={acting.subject} />}
    />
  )
}
