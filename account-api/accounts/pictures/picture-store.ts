import type { PictureKind } from './kinds'

export interface PictureRecord {
  accountId: string
  kind: PictureKind | 'identity'
  mediaType: 'image/jpeg'
  base64: string
}

export interface PictureStore {
  insert(picture: PictureRecord & { key: string; at: number }): Promise<void>
  find(key: string): Promise<PictureRecord | undefined>
  /** Makes a picture the one that an account shows, and deletes its other pictures of that kind. */
  show(accountId: string, kind: PictureKind, key: string): Promise<void>
}
