import type { PageHandle } from '~/document/page-handle'
import { choosePicture, loadPictures } from '~/features/pictures/picture-page.server'
import { ChoicePage } from '~/features/pictures/picture-pages'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/framework'

// The avatar: choose one of the default pictures.
export const handle: PageHandle = { title: 'picture.avatar.title' }

export const loader = (args: LoaderFunctionArgs) => loadPictures(args, 'avatar')

export const action = (args: ActionFunctionArgs) => choosePicture(args, 'avatar')

export default function DefaultAvatar() {
  return <ChoicePage kind="avatar" />
}
