/** What pictures of an account there are: both as they are made, in pixels. */
export const pictureSizes = { avatar: { width: 256, height: 256 }, background: { width: 960, height: 320 } }

export type PictureKind = keyof typeof pictureSizes

interface PictureProps {
  kind: PictureKind
  /** Its key, as the account API names it. */
  picture: string
  /** How wide it is shown, in pixels; a smaller screen makes it smaller. */
  width: number
  /** What it says to who does not see it; nothing where a text beside it says the same. */
  alt?: string
}

/** A picture of an account. */
export const Picture = ({ kind, picture, width, alt = '' }: PictureProps) => {
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
