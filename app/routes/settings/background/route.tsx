import { pictureMaxBytes } from '#contract/terms/fields'
import type { PageHandle } from '~/document/page-handle'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/framework'
import { loadPictures, uploadPicture } from '~/pictures/picture-page.server'
import { UploadPage } from '~/pictures/picture-pages'

// The background: upload a picture, or choose a default one.
export const handle: PageHandle = { title: 'picture.background.title', uploadMaxBytes: pictureMaxBytes }

export const loader = (args: LoaderFunctionArgs) => loadPictures(args, 'background')

export const action = (args: ActionFunctionArgs) => uploadPicture(args, 'background')

export default function Background() {
  return <UploadPage kind="background" />
}
