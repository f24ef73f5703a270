import type { PageHandle } from '~/document/page-handle'
import { choosePicture, loadPictures } from '~/features/pictures/picture-page.server'
import { ChoicePage } from '~/features/pictures/picture-pages'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/framework'

// The background: choose one of the default pictures.
export const handle: PageHandle = { title: 'picture.background.title' }

export const loader = (args: LoaderFunctionArgs) => loadPictures(args, 'background')

export const action = (args: ActionFunctionArgs) => choosePicture(args, 'background')

export default function DefaultBackground() {
  return <ChoicePage kind="background" />
}
