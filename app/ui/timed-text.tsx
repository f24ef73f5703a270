interface TimedTextProps {
  /** The text, with the words of the time in it. */
  text: string
  time: string
  /** The same time, as ISO 8601. Empty: unknown, and the text is left out. */
  at: string
}

/** A text with a time in it. The time is marked up, and its words stay together if there is room. */
export const TimedText = ({ text, time, at }: TimedTextProps) => {
  if (at === '') return null
  const [before, ...after] = text.split(time)
  return (
    <>
      {before}
      <time dateTime={at}>{time}</time>
      {after.join(time)}
    </>
  )
}
