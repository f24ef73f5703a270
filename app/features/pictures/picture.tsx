/** The pictures of an account, and their sizes in pixels. */
export const pictureSizes = { avatar: { width: 256, height: 256 }, background: { width: 960, height: 320 } }

export type PictureKind = keyof typeof pictureSizes

interface PictureProps {
  kind: PictureKind
  /** Its key in the account API. Empty: no picture. */
  picture: string
  /** The width on the page, in pixels. On a smaller screen it shrinks. */
  width: number
  /** The text for people who do not see it. Empty if the text next to it is the same. */
  alt?: string
}

export const Picture = ({ kind, picture, width, alt = '' }: PictureProps) => {
  if (picture === '') return null
  const made = pictureSizes[kind]
  return (
    <img
      className={`picture ${kind}`}
      src={`/passport/image/${picture}`}
      alt={alt}
      width={width}
      height={Math.round((width * made.height) / made.width)}
    />
  )
}
