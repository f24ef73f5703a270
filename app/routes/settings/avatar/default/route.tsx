import type { PageHandle } from '~/document/page-handle'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/framework'
import { choosePicture, loadPictures } from '~/pictures/picture-page.server'
import { ChoicePage } from '~/pictures/picture-pages'

// The avatar: choose one of the default pictures.
export const handle: PageHandle = { title: 'picture.avatar.title' }

export const loader = (args: LoaderFunctionArgs) => loadPictures(args, 'avatar')

export const action = (args: ActionFunctionArgs) => choosePicture(args, 'avatar')

export default function DefaultAvatar() {
  return <ChoicePage kind="avatar" />
}
