import { pictureMaxBytes } from '#contract/terms/fields'
import type { PageHandle } from '~/document/page-handle'
import { loadPictures, uploadPicture } from '~/features/pictures/picture-page.server'
import { UploadPage } from '~/features/pictures/picture-pages'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/framework'

// The background: upload a picture, or choose a default one.
export const handle: PageHandle = { title: 'picture.background.title', uploadMaxBytes: pictureMaxBytes }

export const loader = (args: LoaderFunctionArgs) => loadPictures(args, 'background')

export const action = (args: ActionFunctionArgs) => uploadPicture(args, 'background')

export default function Background() {
  return <UploadPage kind="background" />
}
