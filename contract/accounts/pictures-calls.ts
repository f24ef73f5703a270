import { z } from 'zod'
import { call } from '#contract/call'
import { bytes, file, known, pictureIfAny, pictureKey } from '#contract/terms/fields'
import { reads } from '#contract/terms/power'

const uploadErrors = ['picture_refused', 'changed_too_often', 'too_large'] as const

export const uploadAvatar = call({
  name: 'uploadAvatar',
  power: { proof: 'session', tells: [], undoneBy: 'stays', limit: 'pictures' },
  summary:
    'Uploads the avatar: a JPEG, PNG, WebP or GIF of at most 5 MB and 25 megapixels. A baseline JPEG, such as from a camera, may have 64 megapixels.',
  path: 'avatar/upload',
  body: 'multipart',
  input: z.object({ pic: bytes }),
  output: z.object({ key: pictureIfAny }),
  errors: uploadErrors,
  auth: 'user',
})

export const uploadPicture = call({
  name: 'uploadPicture',
  power: { proof: 'session', tells: [], undoneBy: 'stays', limit: 'pictures' },
  summary: 'Uploads the background, under the same limits.',
  path: 'background/upload',
  body: 'multipart',
  input: z.object({ pic: bytes }),
  output: z.object({ key: pictureIfAny }),
  errors: uploadErrors,
  auth: 'user',
})

/** The id of an application. */
const aid = z.string().regex(/^[\w-][\w.-]{0,63}$/)
const items = z.object({ items: known(z.object({ key: pictureKey })).default([]) })

export const defaultAvatars = call({
  name: 'defaultAvatars',
  power: reads('none'),
  summary: 'Returns the default avatars.',
  method: 'GET',
  path: '/passport/common/avatar/defaults/{aid}',
  input: z.object({ aid }),
  output: items,
})

export const defaultBackgrounds = call({
  name: 'defaultBackgrounds',
  power: reads('none'),
  summary: 'Returns the default backgrounds.',
  method: 'GET',
  path: '/passport/common/background/defaults/{aid}',
  input: z.object({ aid }),
  output: items,
})

export const image = call({
  name: 'image',
  power: reads('none'),
  summary: 'Returns a picture, to anyone who knows its key. Its bytes never change.',
  method: 'GET',
  path: '/passport/common/image/{key}',
  input: z.object({ key: pictureKey }),
  output: file('image/jpeg', 'image/png', 'image/webp', 'image/gif'),
  answers: 'bytes',
  immutable: true,
  errors: ['no_such_picture'],
})
