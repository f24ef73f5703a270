import type { Handlers } from '../../../contract/server'
import { done, refuse } from '../../../contract/server'
import type { CallContext, MemberContext, UserContext } from '../../calls/context'
import type { PictureKind } from './kinds'
import { defaultKeys, findPicture, type NotMade, replacePicture } from './picture'

type PictureCalls = 'uploadAvatar' | 'uploadPicture' | 'defaultAvatars' | 'defaultBackgrounds' | 'image'

export const pictureHandlers: Pick<Handlers<CallContext, UserContext, MemberContext>, PictureCalls> = {
  uploadAvatar: (input, context) => replace(context, 'avatar', input.pic),
  uploadPicture: (input, context) => replace(context, 'background', input.pic),

  // They are the same for every application.
  defaultAvatars: async () => done({ items: defaultKeys('avatar').map((key) => ({ key })) }),
  defaultBackgrounds: async () => done({ items: defaultKeys('background').map((key) => ({ key })) }),

  image: async (input, { service }) => {
    const found = await findPicture(service, input.key)
    return found ? done({ media_type: found.mediaType, bytes: found.bytes }) : refuse('no_such_picture', {})
  },
}

const replace = async ({ service, account, from }: UserContext, kind: PictureKind, upload: Uint8Array) => {
  const replaced = await replacePicture(service, { account, kind, upload, from })
  return replaced.ok ? done({ key: replaced.key }) : refusePicture(replaced)
}

/** An upload of which no picture was made, on the wire. */
export const refusePicture = (replaced: NotMade) => {
  switch (replaced.code) {
    case 'picture_refused':
      return refuse('picture_refused', { reason: replaced.reason })
    case 'changed_too_often':
      return refuse('changed_too_often', { field: 'pic', retry_after: replaced.retryAfter })
    case 'too_many_requests':
      return refuse('too_many_requests', { retry_after: replaced.retryAfter })
  }
}
